import type { Tx } from '../database/connect.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import { problem, validationFailed } from '../platform/problem.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { existingStaff } from './existing-staff.ts';
import { updateStaffPhone } from './queries.ts';
import { accountAddress, readStaffPhone } from './staff-phone.ts';

/** Changes the phone of a staff member: a SIP address, a number, the own account, or none. Returns the new phone. */
export async function changePhone(
  tx: Tx,
  tenantId: TenantId,
  staffId: StaffId,
  wanted: { typed: string } | 'account' | 'none',
): Promise<string | null> {
  const { default_country } = await existingTenant(tx, tenantId);
  const { username } = await existingStaff(tx, tenantId, staffId);
  const phone = placeOf(wanted, staffId, username, default_country);
  await updateStaffPhone.run(tx, { tenant_id: tenantId, staff_id: staffId, phone });
  return phone;
}

function placeOf(
  wanted: { typed: string } | 'account' | 'none',
  staffId: StaffId,
  username: string | null,
  country: string | null,
): string | null {
  if (wanted === 'none') return null;
  if (wanted === 'account') {
    if (username === null) throw noAccount(staffId);
    return accountAddress(username);
  }
  const read = readStaffPhone(wanted.typed.trim(), country);
  if ('fault' in read) throw validationFailed([read.fault]);
  return read.phone;
}

function noAccount(staffId: StaffId) {
  const message = `The staff member ${staffId} has no account yet. Create one: ./trunkline staff account --tenant T --staff ${staffId}`;
  return problem('not_found', { message });
}
