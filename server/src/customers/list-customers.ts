import type { Database } from '../database/connect.ts';
import type { CustomerId, ProjectId, TenantId } from '../platform/ids.ts';
import { settleCustomers } from './open-writers.ts';
import { type CustomerListRow, customerList, type FilterValues, isAnyOlder, type Walk } from './queries.ts';
import { isSearch, type SearchMemory, searchCustomers } from './search-customers.ts';

type Filters = Partial<FilterValues>;
export type ListRequest = { direction: 'asc' | 'desc'; offset: number; limit: number; filters: Filters };

export type CustomerItem = { customer_id: CustomerId; external_id: string | null; name: string; project_id: ProjectId };

/**
 * One page and the exact total. Ids are assigned before their rows commit, so the newest ids may have gaps that fill later, and
 * a client that reads pages in ascending order would miss those rows. A page of which some may be missing is therefore read
 * again once the current writers have finished, and only up to the highest id of the moment before.
 */
export async function listCustomers(
  db: Database,
  tenantId: TenantId,
  { direction, offset, limit, filters: given }: ListRequest,
  searches: SearchMemory,
): Promise<{ items: CustomerItem[]; total: number }> {
  const filters = await withoutVoid(db, tenantId, given);
  const read = (walk: Walk, committed_up_to = Number.MAX_SAFE_INTEGER) => {
    const parameters = { tenant_id: tenantId, offset, limit, committed_up_to, ...(filters as FilterValues) };
    const list = () => customerList(walk, filters).all(db, parameters);
    return isSearch(filters) ? searchCustomers(db, searches, walk, parameters, list) : list();
  };

  let rows = await read(direction);
  if (direction === 'asc' && mayMissSome(rows)) {
    const settled = await settleCustomers.first(db, { tenant_id: tenantId });
    rows = await read('settled', settled?.committed_up_to);
  }
  return { items: rows.flatMap(toItem), total: rows[0]?.total ?? 0 };
}

function mayMissSome(rows: CustomerListRow[]): boolean {
  const { customer_id, settled_up_to } = rows.at(-1) ?? {};
  return rows.some(({ is_new }) => is_new) && (customer_id ?? 0) > (settled_up_to ?? 0);
}

/**
 * A client that fetches everything for the first time asks for all changes since long ago: such a filter excludes nothing, and
 * is dropped.
 */
async function withoutVoid(db: Database, tenantId: TenantId, filters: Filters): Promise<Filters> {
  const { updated_since, ...others } = filters;
  if (updated_since === undefined) return filters;
  const older = await isAnyOlder.first(db, { tenant_id: tenantId, updated_since });
  return older?.is_any ? filters : others;
}

function toItem({ customer_id, external_id, name, project_id }: CustomerListRow): CustomerItem[] {
  return customer_id === null ? [] : [{ customer_id, external_id, name, project_id } as CustomerItem];
}
