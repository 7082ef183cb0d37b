import type { Database } from '../database/connect.ts';
import type { Caller } from '../platform/caller.ts';
import type { CustomerId, ProjectId } from '../platform/ids.ts';
import { maskNumber } from '../platform/mask.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import { foldForSearch, longTextGrams, queryGrams } from '../platform/text/search-text.ts';
import { describeCustomers, findMatching, isAnyExact } from './find-queries.ts';
import { listCustomers } from './list-customers.ts';
import { projectFilter } from './read-filters.ts';
import type { SearchMemory } from './search-customers.ts';

type Asking = Pick<Caller, 'tenantId' | 'defaultCountry' | 'projects'>;
type Sought = {
  text: string | undefined;
  project_id: ProjectId | undefined;
  page: { direction: 'asc' | 'desc'; offset: number; limit: number };
};

/** One page of the customers that a text finds, or of all customers, and the exact total. Phone numbers are masked. */
export async function findCustomers(db: Database, asking: Asking, sought: Sought, searches: SearchMemory) {
  const { customer_ids, total } = await findIds(db, asking, sought, searches);
  const rows = await describeCustomers.all(db, { tenant_id: asking.tenantId, customer_ids });
  const byId = new Map(rows.map((row) => [row.customer_id, row]));
  const customers = customer_ids
    .flatMap((id) => byId.get(id) ?? []) // A customer that was deleted meanwhile is left out.
    .map(({ tel1, tel2, tel3, ...customer }) => ({
      ...customer,
      phone_numbers: [tel1, tel2, tel3].filter((number) => number !== null).map(maskNumber),
    }));
  return { customers, total };
}

/**
 * Few texts are the external id or phone number of a customer, and few names contain those. Every other text is searched for as
 * in the public list, which is fast however many customers match.
 */
async function findIds(
  db: Database,
  { tenantId: tenant_id, defaultCountry, projects }: Asking,
  { text, project_id, page }: Sought,
  searches: SearchMemory,
): Promise<{ customer_ids: CustomerId[]; total: number }> {
  const among = projectFilter(projects, project_id);
  const words = text === undefined ? undefined : wordsOf(tenant_id, text);
  if (text !== undefined && words) {
    const number = parsePhoneNumber(text, defaultCountry) ?? null;
    const exact = { tenant_id, external_id: text, number };
    const { direction, ...cut } = page;
    if ((await isAnyExact.one(db, exact)).is_any)
      return findMatching[direction].one(db, { ...exact, ...words, ...cut, project_ids: idsOf(among) });
  }
  const filters = { ...words, ...among };
  const { items, total } = await listCustomers(db, tenant_id, { ...page, filters }, searches);
  const listed: { customer_id: CustomerId }[] = JSON.parse(items);
  return { customer_ids: listed.map(({ customer_id }) => customer_id), total };
}

const idsOf = ({ project_id, project_ids }: ReturnType<typeof projectFilter>) =>
  project_id === undefined ? (project_ids ?? null) : [project_id];

function wordsOf(tenantId: Caller['tenantId'], text: string) {
  const q = foldForSearch(text);
  return { q, grams: queryGrams(tenantId, q), long_text_grams: longTextGrams(tenantId) };
}
