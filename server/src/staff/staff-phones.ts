import type { Queryable } from '../database/sql.ts';
import { lockStaffPhones } from './queries.ts';

/** Where these staff members are called, those who can be. In a transaction it stays so until that ends. */
export async function staffPhones(db: Queryable, tenantId: number, staffIds: number[]): Promise<Map<number, string>> {
  const rows = await lockStaffPhones.all(db, { tenant_id: tenantId, staff_ids: staffIds });
  return new Map(rows.flatMap(({ staff_id, phone }) => (phone === null ? [] : [[staff_id, phone] as const])));
}
