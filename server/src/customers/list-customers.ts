import type { Database } from '../database/connect.ts';
import { customerList, type FilterValues, holdNewCustomers, type ListRow } from './queries.ts';

export type ListRequest = { direction: 'asc' | 'desc'; offset: number; limit: number; filters: Partial<FilterValues> };

export type CustomerItem = { customer_id: number; external_id: string | null; name: string; project_id: number };

/**
 * One page and the exact total. Ids are given out before their rows commit, so the newest ids may have gaps that fill
 * later: whoever walks upwards would miss them. A page that reaches the newest rows is therefore read again while no
 * writer has ids that cannot be seen yet.
 */
export async function listCustomers(
  db: Database,
  tenantId: number,
  { direction, offset, limit, filters }: ListRequest,
): Promise<{ items: CustomerItem[]; total: number }> {
  const list = customerList(direction, filters);
  const parameters = { tenant_id: tenantId, offset, limit, ...(filters as FilterValues) };
  let rows = await list.all(db, parameters);
  if (direction === 'asc' && rows.some(({ is_new }) => is_new)) {
    rows = await db.transaction(async (tx) => {
      const [, settled] = await Promise.all([
        holdNewCustomers.all(tx, { tenant_id: tenantId }),
        list.all(tx, parameters), // Sent together, run after it, and seeing what was committed until then.
      ]);
      return settled;
    });
  }
  return { items: rows.flatMap(toItem), total: rows[0]?.total ?? 0 };
}

function toItem({ customer_id, external_id, name, project_id }: ListRow): CustomerItem[] {
  return customer_id === null ? [] : [{ customer_id, external_id, name, project_id } as CustomerItem];
}
