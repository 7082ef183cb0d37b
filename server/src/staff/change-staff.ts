import type { Tx } from '../database/connect.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { nameFaults } from '../platform/text/name.ts';
import { changePhone } from './change-phone.ts';
import { existingStaff } from './existing-staff.ts';
import { updateStaff } from './queries.ts';

/** What is left out stays as it is. */
export type StaffChange = {
  name?: string | undefined;
  /** Where this person is called: typed, `account` for the own one, null for nowhere. */
  phone?: string | null | undefined;
  is_active?: boolean | undefined;
};

/** Gives where this person is called now; undefined where that stays as it is. */
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
  // Who has left has no phone that registers.
  if (is_active !== before.is_active) tx.announce('telephony');
  // What was read may be sent back, also where it is the address of the own account, which nobody can type.
  if (phone === undefined || phone === before.phone) return undefined;
  const wanted = phone === null ? 'none' : phone === 'account' ? phone : { typed: phone };
  return changePhone(tx, tenantId, staffId, wanted);
}

const noAccount: Detail = {
  field: 'phone',
  code: 'no_account',
  message: 'This staff member has no account yet. Make one first.',
};
