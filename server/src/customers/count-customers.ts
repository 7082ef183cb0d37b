import type { Queryable } from '../database/sql.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { countOfProject } from './queries.ts';

export async function countCustomersOfProject(
  db: Queryable,
  tenantId: TenantId,
  projectId: ProjectId,
): Promise<number> {
  return (await countOfProject.one(db, { tenant_id: tenantId, project_id: projectId })).n;
}
