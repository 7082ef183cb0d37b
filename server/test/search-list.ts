import { query } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** How many customers have entries in the list of the search index, which wait to be moved into it. */
export async function customersInSearchList(app: Pick<TestApp, 'databaseUrl'>): Promise<number> {
  await query(app, 'create extension if not exists pageinspect');
  const sql = `select n_pending_tuples::int4 as customers from gin_metapage_info(get_raw_page('customers_search', 0))`;
  const [list] = await query(app, sql);
  return list?.customers;
}
