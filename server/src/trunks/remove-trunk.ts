import type { Tx } from '../database/connect.ts';
import type { ProjectId, TenantId, TrunkId } from '../platform/ids.ts';
import { validationFailed } from '../platform/problem.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { existingTrunk } from './existing-trunk.ts';
import { deleteTrunk } from './queries.ts';

/** Finds the projects that call over a trunk. */
export type ProjectsOfTrunk = (tx: Tx, tenantId: TenantId, trunkId: TrunkId) => Promise<ProjectId[]>;

/**
 * Refuses to remove a trunk that a project calls over: its calls would take another trunk, with a caller id that is not theirs
 * there.
 */
export async function removeTrunk(
  tx: Tx,
  tenantId: TenantId,
  name: string,
  projectsOfTrunk: ProjectsOfTrunk,
): Promise<TrunkId> {
  await existingTenant(tx, tenantId);
  const { trunk_id } = await existingTrunk(tx, tenantId, name);
  const users = await projectsOfTrunk(tx, tenantId, trunk_id);
  if (users.length > 0) throw inUse(name, users);
  await deleteTrunk.run(tx, { tenant_id: tenantId, trunk_id });
  tx.announce('telephony');
  return trunk_id;
}

function inUse(name: string, projectIds: ProjectId[]) {
  const users = `${projectIds.length === 1 ? 'project' : 'projects'} ${projectIds.join(', ')}`;
  const message = `The trunk "${name}" is in use by ${users}. Select another trunk there first, or none.`;
  return validationFailed([{ field: 'name', code: 'in_use', message, project_ids: projectIds }]);
}
