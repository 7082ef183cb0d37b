import type { Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import { lockActiveStaff, selectActiveStaff } from './queries.ts';

/** The ids that are active staff members of the tenant. */
export async function activeStaff(db: Queryable, tenantId: TenantId, staffIds: StaffId[]): Promise<Set<StaffId>> {
  const rows = await selectActiveStaff.all(db, { tenant_id: tenantId, staff_ids: staffIds });
  return new Set(rows.map(({ staff_id }) => staff_id));
}

/** The same, and keeps them from being removed meanwhile. */
export async function activeStaffLocked(tx: Tx, tenantId: TenantId, staffIds: StaffId[]): Promise<Set<StaffId>> {
  const rows = await lockActiveStaff.all(tx, { tenant_id: tenantId, staff_ids: staffIds });
  return new Set(rows.map(({ staff_id }) => staff_id));
}
