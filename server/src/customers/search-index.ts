import { type Queryable, statement } from '../database/sql.ts';

// PostgreSQL appends new entries of the search index to a list, and `sortSearchIndex` moves them to their places in the index:
// many at once, an ordinary entry costs a tenth of what it costs alone. Searches read both.
//
//   insertion ──► list ──────────────────────► index
//                      four times a second,
//                      and after large bulks

/** Searched characters of a bulk. A search takes about two milliseconds longer while the list has their entries, two for each. */
const manyCharacters = 20_000;

type Searched = { name?: string; name_kana?: string | null; company_name?: string | null };

/** Whether these customers may have so many entries that their bulk has to wait until they are in the index. */
export function haveManyEntries(customers: Searched[]): boolean {
  const lengths = customers.flatMap(({ name, name_kana, company_name }) => [name, name_kana, company_name]);
  return lengths.reduce((sum, text) => sum + (text?.length ?? 0), 0) > manyCharacters;
}

/** Several nodes may call it at once: PostgreSQL lets one of them work, and the others wait for it. */
export async function sortSearchIndex(db: Queryable): Promise<void> {
  await sortEntries.run(db, {});
}

// PostgreSQL moves as many entries at a time as fit into this memory, so an interruption loses little of the work.
const sortEntries = statement({
  name: 'sort_customer_search_index',
  takes: {},
  gives: { pages: 'int8' },
  acrossTenants: 'It changes no row; the list has the entries of all tenants.',
  sql: `
    with limited as materialized (select set_config('maintenance_work_mem', '8MB', true))
    select gin_clean_pending_list('customers_search') as pages from limited`,
});
