import type { Queryable } from '../database/sql.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import { lockStaffPhones } from './queries.ts';

/** The phones of these staff members, without those who have none. In a transaction the rows stay locked until it ends. */
export async function lockPhonesOfStaff(
  db: Queryable,
  tenantId: TenantId,
  staffIds: StaffId[],
): Promise<Map<StaffId, string>> {
  const rows = await lockStaffPhones.all(db, { tenant_id: tenantId, staff_ids: staffIds });
  return new Map(rows.flatMap(({ staff_id, phone }) => (phone === null ? [] : [[staff_id, phone] as const])));
}
