import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTenant, query, type TestTenant } from '../../test/builders.ts';
import { startCustomApp } from '../../test/custom-app.ts';
import { customersInSearchList } from '../../test/search-list.ts';
import { startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { sortSearchIndex } from './search-index.ts';

// Without chores: nothing but what a test does moves entries.
const app = await startCustomApp({});
const tenant = await buildTenant(app);

async function found({ api }: TestTenant, q: string): Promise<string[]> {
  const { body } = await api.get(`/customers?q=${encodeURIComponent(q)}`);
  return body.data.map(({ name }: { name: string }) => name);
}

const create = async ({ api, projectId }: TestTenant, names: string[]) => {
  const customers = names.map((name) => ({ project_id: projectId, name }));
  const answer = await api.post('/customers/bulk', { customers });
  assert.equal(answer.status, 201, answer.text);
};

test('a customer is found while its entries wait, after they have been moved, and not by another tenant', async () => {
  const other = await buildTenant(app);
  await create(tenant, ['山田 太郎', '佐藤 花子']);
  assert.equal(await customersInSearchList(app), 2);
  assert.deepEqual(await found(tenant, '山田'), ['山田 太郎']);
  assert.deepEqual(await found(other, '山田'), []);

  await sortSearchIndex(app.db);
  assert.equal(await customersInSearchList(app), 0);
  assert.deepEqual(await found(tenant, '山田'), ['山田 太郎']);
  assert.deepEqual(await found(other, '山田'), []);
});

test('a renamed customer is found by its new name alone, whether its entries wait or not', async () => {
  const { body } = await tenant.api.post('/customers', { project_id: tenant.projectId, name: '鈴木 一郎' });
  await sortSearchIndex(app.db);
  await tenant.api.put(`/customers/${body.data.customer_id}`, { name: '高橋 一郎' });
  for (const sort of [false, true]) {
    if (sort) await sortSearchIndex(app.db);
    assert.deepEqual([await found(tenant, '鈴木'), await found(tenant, '高橋')], [[], ['高橋 一郎']]);
  }
});

test('a large bulk is answered when its entries have been moved, be they of new or of renamed customers', async () => {
  const kanji = (i: number) => String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000));
  const name = (n: number) => Array.from({ length: 110 }, (_, i) => kanji(n * 110 + i)).join('');
  const write = async (customers: object[]) => {
    const answer = await tenant.api.post('/customers/bulk', { customers, on_duplicate: 'update' });
    assert.ok(answer.status === 200 || answer.status === 201, answer.text);
    assert.equal(await customersInSearchList(app), 0);
    const matches = await found(tenant, name(7).slice(50, 53));
    assert.ok(matches.includes(name(7)), `${matches.length} others`);
  };
  const numbers = Array.from({ length: 300 }, (_, n) => n);
  await write(numbers.map((n) => ({ project_id: tenant.projectId, external_id: `large-${n}`, name: name(n) })));
  await write(numbers.map((n) => ({ external_id: `large-${n}`, name: name(299 - n) })));
});

test('two nodes may move entries at once', async () => {
  await create(tenant, ['田中 実', '伊藤 翼']);
  await Promise.all([sortSearchIndex(app.db), sortSearchIndex(app.db)]);
  assert.equal(await customersInSearchList(app), 0);
  assert.deepEqual(await found(tenant, '田中'), ['田中 実']);
});

test('a running server moves the entries of every creation and update', async () => {
  const server = await startTestApp();
  const { api, projectId } = await buildTenant(server);
  const { body } = await api.post('/customers', { project_id: projectId, name: '渡辺 葵' });
  await until(async () => (await customersInSearchList(server)) === 0);
  await api.put(`/customers/${body.data.customer_id}`, { name: '中村 葵' });
  await until(async () => (await customersInSearchList(server)) === 0);
});

test('no insertion moves entries that others have left', async () => {
  const sql = `select relname, reloptions from pg_class join pg_am on pg_am.oid = relam
    where amname = 'gin' and relkind = 'i' and relnamespace = 'public'::regnamespace order by relname`;
  assert.deepEqual(await query(app, sql), [
    { relname: 'call_texts_grams', reloptions: ['fastupdate=off'] },
    { relname: 'customers_search', reloptions: ['fastupdate=on', 'gin_pending_list_limit=2097151'] },
  ]);
});
