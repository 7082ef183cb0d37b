import type { Database } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { settleCustomers } from './open-writers.ts';
import { customerList, type FilterValues, isAnyOlder, type ListedRow, type Walk } from './queries.ts';
import { isSearch, type SearchMemory, searchCustomers } from './search-customers.ts';

type Filters = Partial<FilterValues>;
export type ListRequest = { direction: 'asc' | 'desc'; offset: number; limit: number; filters: Filters };

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
): Promise<Pick<ListedRow, 'items' | 'total'>> {
  const filters = await withoutVoid(db, tenantId, given);
  const read = (walk: Walk, committed_up_to = Number.MAX_SAFE_INTEGER) => {
    const parameters = { tenant_id: tenantId, offset, limit, committed_up_to, ...(filters as FilterValues) };
    const list = () => customerList(walk, filters).one(db, parameters);
    return isSearch(filters) ? searchCustomers(db, searches, walk, parameters, list) : list();
  };

  for (let reads = 0; reads < mostReads; reads++) {
    const page = await read(direction);
    if (direction === 'desc' || !mayMissSome(page)) return page;
    if (page.settled_up_to !== null) break;
  }
  const settled = await settleCustomers.first(db, { tenant_id: tenantId });
  return read('settled', settled?.committed_up_to);
}

/** A page is read again if a commit within its snapshot hides whether it is complete, because that seldom happens twice. */
const mostReads = 3;

const mayMissSome = ({ is_any_new, last_id, settled_up_to }: ListedRow) =>
  is_any_new && (last_id ?? 0) > (settled_up_to ?? 0);

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
