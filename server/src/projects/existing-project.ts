import type { Queryable } from '../database/sql.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import { findProject, type ProjectRow } from './queries.ts';

/** The project, or a refusal. */
export async function existingProject(db: Queryable, tenantId: TenantId, projectId: ProjectId): Promise<ProjectRow> {
  const project = await findProject.first(db, { tenant_id: tenantId, project_id: projectId });
  if (!project) throw problem('not_found', { message: `The tenant ${tenantId} has no project ${projectId}.` });
  return project;
}
