import type { Tx } from '../database/connect.ts';
import { selectProjectsOfTrunk } from './queries.ts';

/** The projects that call over a trunk. */
export async function projectsOfTrunk(tx: Tx, tenantId: number, trunkId: number): Promise<number[]> {
  const rows = await selectProjectsOfTrunk.all(tx, { tenant_id: tenantId, trunk_id: trunkId });
  return rows.map(({ project_id }) => project_id);
}
