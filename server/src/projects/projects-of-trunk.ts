import type { Tx } from '../database/connect.ts';
import type { ProjectId, TenantId, TrunkId } from '../platform/ids.ts';
import { selectProjectsOfTrunk } from './queries.ts';

/** The projects that call over a trunk. */
export async function projectsOfTrunk(tx: Tx, tenantId: TenantId, trunkId: TrunkId): Promise<ProjectId[]> {
  const rows = await selectProjectsOfTrunk.all(tx, { tenant_id: tenantId, trunk_id: trunkId });
  return rows.map(({ project_id }) => project_id);
}
