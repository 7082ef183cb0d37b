import type { Tx } from '../database/connect.ts';
import type { Role } from '../platform/caller.ts';
import type { AdministratorId, TenantId } from '../platform/ids.ts';
import { otherAdministrator } from './other-administrator.ts';
import { type AdministratorRow, updateRole } from './queries.ts';

/** The new role applies from the next request on, also in open sessions. */
export async function changeRole(
  tx: Tx,
  tenantId: TenantId,
  { administratorId, role, by }: { administratorId: AdministratorId; role: Role; by: AdministratorId },
): Promise<AdministratorRow> {
  const before = await otherAdministrator(tx, tenantId, { administratorId, by, isToLead: role === 'administrator' });
  await updateRole.run(tx, { tenant_id: tenantId, administrator_id: administratorId, role });
  return { ...before, role };
}
