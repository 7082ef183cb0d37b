import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildTenant } from '../../../test/builders.ts';
import { assertProblem, startTestApp } from '../../../test/test-app.ts';
import { offsetOf, pagination } from './paging.ts';

const app = await startTestApp();
const { api, projectId } = await buildTenant(app);
await api.post('/customers/bulk', {
  customers: Array.from({ length: 205 }, (_, i) => ({ project_id: projectId, name: `Customer ${i}` })),
});

const perPage = fc.integer({ min: 1, max: 200 });
const total = fc.integer({ min: 0, max: 100_000 });

test('the pages up to the last one hold every row once, and no page before it is short', () => {
  fc.assert(
    fc.property(perPage, total, (per_page, total) => {
      const { last_page } = pagination({ page: 1, per_page }, total);
      const sizeOf = (page: number) => Math.max(0, Math.min(per_page, total - offsetOf({ page, per_page })));
      assert.ok(last_page >= 1);
      assert.equal(offsetOf({ page: 1, per_page }), 0);
      assert.equal(offsetOf({ page: last_page, per_page }) + sizeOf(last_page), total);
      if (total > 0) assert.ok(sizeOf(last_page) >= 1);
      if (last_page > 1) assert.equal(sizeOf(last_page - 1), per_page);
      assert.equal(sizeOf(last_page + 1), 0);
    }),
  );
});

test('each page begins where the one before it ends', () => {
  fc.assert(
    fc.property(perPage, fc.integer({ min: 1, max: 1_000_000 }), (per_page, page) => {
      assert.equal(offsetOf({ page: page + 1, per_page }) - offsetOf({ page, per_page }), per_page);
    }),
  );
});

test('the number of rows before a page is exact, or past every row there can be', () => {
  fc.assert(
    fc.property(perPage, fc.maxSafeInteger(), (per_page, n) => {
      const offset = offsetOf({ page: Math.abs(n) + 1, per_page });
      assert.ok(Number.isSafeInteger(offset) && offset >= 0);
      const exact = BigInt(Math.abs(n)) * BigInt(per_page);
      assert.equal(BigInt(offset), exact > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : exact);
    }),
  );
});

test('without parameters it is page 1 of 50', async () => {
  const { body } = await api.get('/customers');
  assert.equal(body.data.length, 50);
  assert.deepEqual(body.pagination, { current_page: 1, per_page: 50, total: 205, last_page: 5 });
});

test('per_page goes from 1 to 200', async () => {
  for (const [per_page, last_page] of [
    [1, 205],
    [41, 5],
    [200, 2],
  ] as const) {
    const { body } = await api.get(`/customers?per_page=${per_page}`);
    assert.equal(body.data.length, per_page);
    assert.deepEqual(body.pagination, { current_page: 1, per_page, total: 205, last_page });
  }
});

test('a number out of range, or not whole, is 422', async () => {
  const wrong = ['0', '-1', '201', '1.5', '1e2', '0x10', 'abc', '', '%20', 'NaN', '99999999999999999999', 'true', '１'];
  for (const value of wrong) {
    const [detail, ...others] = assertProblem(await api.get(`/customers?per_page=${value}`), 422, 'validation_failed');
    assert.equal(detail?.field, 'per_page', value);
    assert.equal(others.length, 0);
  }
  for (const value of wrong.filter((value) => value !== '201')) {
    const [detail, ...others] = assertProblem(await api.get(`/customers?page=${value}`), 422, 'validation_failed');
    assert.equal(detail?.field, 'page', value);
    assert.equal(others.length, 0);
  }
  assert.equal(
    assertProblem(await api.get('/customers?page=0&per_page=0&sort=up'), 422, 'validation_failed').length,
    3,
  );
});

test('a page past the end is empty and has true totals, however far past', async () => {
  for (const page of [6, 1_000_000, 2_000_000_000, Number.MAX_SAFE_INTEGER])
    for (const filter of ['', '&q=Customer', '&sort=desc', `&project_id=${projectId}`]) {
      const { body } = await api.get(`/customers?page=${page}${filter}`);
      assert.deepEqual(body, { data: [], pagination: { current_page: page, per_page: 50, total: 205, last_page: 5 } });
    }
});

test('an empty list has one page', async () => {
  const empty = await buildTenant(app);
  const { body } = await empty.api.get('/customers');
  assert.deepEqual(body, { data: [], pagination: { current_page: 1, per_page: 50, total: 0, last_page: 1 } });
});

test('walking the pages meets every customer once, in order, and sort turns the order round', async () => {
  const walk = async (sort: string) => {
    const ids: number[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const { body } = await api.get(`/customers?per_page=60&page=${page}${sort}`);
      ids.push(...body.data.map(({ customer_id }: { customer_id: number }) => customer_id));
      last = body.pagination.last_page;
    }
    return ids;
  };
  const ascending = await walk('');
  assert.equal(new Set(ascending).size, 205);
  assert.deepEqual(
    ascending,
    ascending.toSorted((a, b) => a - b),
  );
  assert.deepEqual(await walk('&sort=asc'), ascending);
  assert.deepEqual(await walk('&sort=desc'), ascending.toReversed());
});

test('a client that walks upwards while customers are added sees no gap and no repeat', async () => {
  const tenant = await buildTenant(app);
  const add = () => tenant.api.post('/customers', { project_id: tenant.projectId, name: 'New' });
  await Promise.all(Array.from({ length: 20 }, add));
  const seen: number[] = [];
  let added: Promise<unknown>[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    if (page <= 10) added = [...added, ...Array.from({ length: 3 }, add)];
    const { body } = await tenant.api.get(`/customers?per_page=4&page=${page}`);
    seen.push(...body.data.map(({ customer_id }: { customer_id: number }) => customer_id));
    if (body.data.length === 4) last = Math.max(body.pagination.last_page, page + 1);
  }
  await Promise.all(added);
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(seen).size, seen.length);
  const all = await tenant.api.get('/customers?per_page=200');
  const ids = all.body.data.map(({ customer_id }: { customer_id: number }) => customer_id);
  assert.deepEqual(seen, ids.slice(0, seen.length));
});

test("another tenant's customers count in no other totals", async () => {
  const stranger = await buildTenant(app);
  await stranger.api.post('/customers', { project_id: stranger.projectId, name: 'Customer of a stranger' });
  assert.equal((await stranger.api.get('/customers')).body.pagination.total, 1);
  assert.equal((await api.get('/customers')).body.pagination.total, 205);
  assert.equal((await api.get('/customers?q=stranger')).body.pagination.total, 0);
});
