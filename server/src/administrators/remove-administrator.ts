import type { Tx } from '../database/connect.ts';
import type { AdministratorId, TenantId } from '../platform/ids.ts';
import { canonicalEmail } from '../platform/text/email-address.ts';
import { revokeInvitationsBy, revokeInvitationsTo } from './invitation-queries.ts';
import { otherAdministrator } from './other-administrator.ts';
import { type AdministratorRow, deleteAdministratorRow } from './queries.ts';

/** Ends the sessions too, and invitations to and from the person; the audit log keeps the administrator's entries. */
export async function removeAdministrator(
  tx: Tx,
  tenantId: TenantId,
  { administratorId, by }: { administratorId: AdministratorId; by: AdministratorId | 'operator' },
): Promise<AdministratorRow> {
  const before = await otherAdministrator(tx, tenantId, { administratorId, by, isToLead: false });
  await revokeInvitationsTo.run(tx, { tenant_id: tenantId, email: canonicalEmail(before.email) });
  await revokeInvitationsBy.run(tx, { tenant_id: tenantId, administrator_id: administratorId });
  await deleteAdministratorRow.run(tx, { tenant_id: tenantId, administrator_id: administratorId });
  return before;
}
