import type { Tx } from '../database/connect.ts';
import type { AdministratorId, TenantId } from '../platform/ids.ts';
import { revokeInvitationsBy } from './invitation-queries.ts';
import { otherAdministrator } from './other-administrator.ts';
import { type AdministratorRow, updateRole } from './queries.ts';
import { type Access, setProjects } from './supervised-projects.ts';

/**
 * Open sessions have the new role and the new projects from their next request on. A demotion revokes the administrator's
 * invitations, and a later promotion does not restore them.
 */
export async function changeAccess(
  tx: Tx,
  tenantId: TenantId,
  { administratorId, role, projectIds, by }: Access & { administratorId: AdministratorId; by: AdministratorId },
): Promise<AdministratorRow> {
  const before = await otherAdministrator(tx, tenantId, { administratorId, by, isToLead: role === 'administrator' });
  await updateRole.run(tx, { tenant_id: tenantId, administrator_id: administratorId, role });
  await setProjects(tx, tenantId, { administratorId, projectIds });
  if (role !== 'administrator')
    await revokeInvitationsBy.run(tx, { tenant_id: tenantId, administrator_id: administratorId });
  return { ...before, role, project_ids: projectIds.toSorted((a, b) => a - b) };
}
