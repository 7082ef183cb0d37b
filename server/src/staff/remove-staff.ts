import type { Tx } from '../database/connect.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import { deleteAccount, lockStaffForRemoval, markStaffRemoved } from './queries.ts';

/** Takes a staff member out of all projects. */
type LeaveProjects = (tx: Tx, tenantId: TenantId, staffId: StaffId) => Promise<void>;

/**
 * Removes a staff member for good: the phone, the SIP account and the places in projects go, the name stays for calls and
 * reports. Calls in progress continue. Refuses a staff member who was removed before.
 */
export async function removeStaff(
  tx: Tx,
  tenantId: TenantId,
  staffId: StaffId,
  leaveProjects: LeaveProjects,
): Promise<Date | null> {
  const key = { tenant_id: tenantId, staff_id: staffId };
  if (!(await lockStaffForRemoval.first(tx, key))) throw problem('not_found');
  await leaveProjects(tx, tenantId, staffId);
  await deleteAccount.run(tx, key);
  const { removed_at } = await markStaffRemoved.one(tx, key);
  tx.announce('telephony');
  return removed_at;
}
