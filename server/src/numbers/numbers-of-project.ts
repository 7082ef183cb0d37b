import type { Tx } from '../database/connect.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { listNumbers } from './queries.ts';

/** The numbers that lead to a project. */
export async function numbersOfProject(tx: Tx, tenantId: TenantId, projectId: ProjectId): Promise<string[]> {
  const rows = await listNumbers.all(tx, { tenant_id: tenantId });
  return rows.filter(({ project_id }) => project_id === projectId).map(({ number }) => number);
}
