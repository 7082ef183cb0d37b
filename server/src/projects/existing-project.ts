import type { Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import { findProject, lockActiveProjects, lockProjectShared, type ProjectRow } from './queries.ts';

/** The project, active or not, if there is one. */
export const projectById = (db: Queryable, tenantId: TenantId, projectId: ProjectId): Promise<ProjectRow | undefined> =>
  findProject.first(db, { tenant_id: tenantId, project_id: projectId });

/** The project, or a refusal. */
export async function existingProject(db: Queryable, tenantId: TenantId, projectId: ProjectId): Promise<ProjectRow> {
  const project = await projectById(db, tenantId, projectId);
  if (!project) throw notFound(tenantId, projectId);
  return project;
}

const notFound = (tenantId: TenantId, projectId: ProjectId) =>
  problem('not_found', { message: `The tenant ${tenantId} has no project ${projectId}.` });

/** Refuses a project that does not exist or was removed, and keeps it from being removed meanwhile. */
export async function lockActiveProject(tx: Tx, tenantId: TenantId, projectId: ProjectId): Promise<void> {
  const project = await lockProjectShared.first(tx, { tenant_id: tenantId, project_id: projectId });
  if (!project) throw notFound(tenantId, projectId);
  if (!project.is_active)
    throw problem('not_found', { message: `Project ${projectId} was removed. Restore it first.` });
}

/** The active projects. Two removals at once wait for each other here. */
export async function activeProjectsLocked(tx: Tx, tenantId: TenantId): Promise<ProjectId[]> {
  const rows = await lockActiveProjects.all(tx, { tenant_id: tenantId });
  return rows.map(({ project_id }) => project_id);
}
