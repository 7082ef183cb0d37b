import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTenant } from '../../test/builders.ts';
import { client, startNode, startTestApp } from '../../test/test-app.ts';
import { Problem } from '../platform/problem.ts';
import { createCustomers } from './create-customers.ts';
import { type ListRequest, listCustomers } from './list-customers.ts';
import { filterValues } from './read-filters.ts';
import { searchMemory } from './search-customers.ts';

// Readers and many concurrent writers, for as long as these write; `concurrency.test.ts` has the single cases.

const app = await startTestApp();
// Searches go through remembered counts, however few customers match.
const searches = searchMemory({ many: 0, cost: 0 });
const secondNode = await startNode(app.databaseUrl);

test('a list that was shown once is the beginning of every later one, among any number of writers', async () => {
  const { projectId, tenantId } = await buildTenant(app);
  const write = async (count: number) => {
    const wanted = Array.from({ length: count }, () => ({ project_id: projectId, name: 'A' }));
    for (let i = 0; i < 60; i++)
      await secondNode.db.transaction((tx) => createCustomers(tx, { tenantId, kind: 'test' }, wanted));
  };
  let writing = true;
  const allWritten = Promise.all([1, 1, 1, 2, 10].map(write)).finally(() => {
    writing = false;
  });
  const walk = async (filters: ListRequest['filters']) => {
    let before: number[] = [];
    while (writing) {
      const request = { direction: 'asc', offset: 0, limit: 10_000, filters } as const;
      const listed = await unlessBusy(listCustomers(app.db, tenantId, request, searches));
      if (!listed) continue;
      const { items, total } = listed;
      const ids = idsIn(items);
      assert.deepEqual(ids.slice(0, before.length), before);
      assert.equal(ids.length, total);
      before = ids;
    }
  };
  const search = filterValues({ tenantId, projects: null }, { q: 'a' });
  await Promise.all([walk({}), walk({ project_id: projectId }), walk(search)]);
  await allWritten;
  const request = { direction: 'asc', offset: 0, limit: 10_000, filters: {} } as const;
  const written = 60 * (1 + 1 + 1 + 2 + 10);
  assert.equal(idsIn((await listCustomers(app.db, tenantId, request, searches)).items).length, written);
});

const idsIn = (items: string) => (JSON.parse(items) as { customer_id: number }[]).map(({ customer_id }) => customer_id);

/** A list times out if a busy machine delays the writers; undefined means that the reader asks again. */
async function unlessBusy<T>(listing: Promise<T>): Promise<T | undefined> {
  try {
    return await listing;
  } catch (error) {
    if (error instanceof Problem && error.code === 'unavailable') return undefined;
    throw error;
  }
}

test('an ascending walk among many writers sees each customer once and misses none', async () => {
  const { key, projectId, api } = await buildTenant(app);
  const writers = [client(app, key), client(secondNode, key)];
  const created: number[] = [];
  let writing = true;
  const write = async (writer: number) => {
    for (let i = 0; i < 40; i++) {
      const count = i % 8 === 0 ? 30 : 1;
      const customers = Array.from({ length: count }, () => ({ project_id: projectId, name: 'A' }));
      const answer = await writers[writer % 2]?.post('/customers/bulk', { customers });
      created.push(...(answer?.body.data.results.map(({ customer_id }: { customer_id: number }) => customer_id) ?? []));
    }
  };
  const allWritten = Promise.all(Array.from({ length: 6 }, (_, i) => write(i))).finally(() => {
    writing = false;
  });

  const seen: number[] = [];
  const perPage = 20;
  for (let page = 1; ; ) {
    const wasWriting = writing;
    const { status, body } = await api.get(`/customers?per_page=${perPage}&page=${page}`);
    // A list times out if a busy machine delays the writers: the test asks again.
    if (status === 503) continue;
    const ids = body.data.map(({ customer_id }: { customer_id: number }) => customer_id);
    // A page that is not full yet is read again until it is.
    if (ids.length === perPage || !wasWriting) seen.push(...ids);
    if (ids.length === perPage) page++;
    else if (!wasWriting) break;
  }
  await allWritten;
  assert.deepEqual(
    seen,
    created.toSorted((a, b) => a - b),
  );
});
