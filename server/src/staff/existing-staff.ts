import type { Tx } from '../database/connect.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import { lockStaff, type StaffRow } from './queries.ts';

/** The staff member, locked until this transaction ends, or a refusal. */
export async function existingStaff(tx: Tx, tenantId: TenantId, staffId: StaffId): Promise<StaffRow> {
  const member = await lockStaff.first(tx, { tenant_id: tenantId, staff_id: staffId });
  if (!member) throw problem('not_found', { message: `The tenant ${tenantId} has no staff member ${staffId}.` });
  return member;
}
