import type { Tx } from '../database/connect.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { nameFaults } from '../platform/text/name.ts';
import { changePhone } from './change-phone.ts';
import { existingStaff } from './existing-staff.ts';
import { updateStaff } from './queries.ts';

/** Fields that are left out stay as they are. */
export type StaffChange = {
  name?: string | undefined;
  /** The person's phone: typed, `account` for the own account, null for none. */
  phone?: string | null | undefined;
  is_active?: boolean | undefined;
};

/** Returns the person's new phone; undefined if it stays as it is. */
export async function changeStaff(
  tx: Tx,
  tenantId: TenantId,
  staffId: StaffId,
  change: StaffChange,
): Promise<string | null | undefined> {
  const before = await existingStaff(tx, tenantId, staffId);
  const name = change.name?.trim() ?? before.name;
  const { is_active = before.is_active, phone } = change;
  const faults = nameFaults('name', name);
  if (phone === 'account' && before.username === null) faults.push(noAccount);
  if (faults.length > 0) throw validationFailed(faults);

  await updateStaff.run(tx, { tenant_id: tenantId, staff_id: staffId, name, is_active });
  // An inactive staff member has no phone that registers.
  if (is_active !== before.is_active) tx.announce('telephony');
  // A client may send back the phone that it has read, including the address of the own account, which cannot be typed.
  if (phone === undefined || phone === before.phone) return undefined;
  const wanted = phone === null ? 'none' : phone === 'account' ? phone : { typed: phone };
  return changePhone(tx, tenantId, staffId, wanted);
}

const noAccount: Detail = {
  field: 'phone',
  code: 'no_account',
  message: 'This staff member has no SIP account yet. Create one first with POST /staff/{staffId}/account.',
};
