import type { Tx } from '../database/connect.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { existingStaff } from './existing-staff.ts';
import { updateStaffPhone, upsertAccount } from './queries.ts';
import { newSipPassword, sealDigest, sipRealm } from './sip-digest.ts';
import { accountAddress, accountName } from './staff-phone.ts';

/** The password is only in this answer. */
type Account = { username: string; password: string; realm: string; phone: string | null };

/**
 * Creates the account that a staff member's phone registers with, or gives it a new password. A new account becomes the
 * person's phone; a renewed one leaves the phone as it is.
 */
export async function renewAccount(tx: Tx, tenantId: TenantId, staffId: StaffId, box: SecretBox): Promise<Account> {
  await existingTenant(tx, tenantId);
  const before = await existingStaff(tx, tenantId, staffId);
  const username = before.username ?? accountName(staffId);
  const password = newSipPassword();
  const key = { tenant_id: tenantId, staff_id: staffId };
  const ha1 = sealDigest(box, { tenantId, staffId }, { username, password });
  await upsertAccount.run(tx, { ...key, username, ha1 });
  tx.announce('telephony');
  if (before.username !== null) return { username, password, realm: sipRealm, phone: before.phone };

  const phone = accountAddress(username);
  await updateStaffPhone.run(tx, { ...key, phone });
  return { username, password, realm: sipRealm, phone };
}
