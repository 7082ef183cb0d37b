import type { Queryable } from '../database/sql.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import { selectActiveStaff } from './queries.ts';

/** The ids that are active staff members of the tenant. */
export async function activeStaff(db: Queryable, tenantId: TenantId, staffIds: StaffId[]): Promise<Set<StaffId>> {
  const rows = await selectActiveStaff.all(db, { tenant_id: tenantId, staff_ids: staffIds });
  return new Set(rows.map(({ staff_id }) => staff_id));
}
