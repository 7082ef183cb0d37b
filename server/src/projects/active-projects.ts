import type { Queryable } from '../database/sql.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { selectActiveProjects } from './queries.ts';

/** The ids that are active projects of the tenant. */
export async function activeProjects(
  db: Queryable,
  tenantId: TenantId,
  projectIds: ProjectId[],
): Promise<Set<ProjectId>> {
  const rows = await selectActiveProjects.all(db, { tenant_id: tenantId, project_ids: projectIds });
  return new Set(rows.map(({ project_id }) => project_id));
}
