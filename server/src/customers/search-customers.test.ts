import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildProject, buildTenant, query, type TestTenant } from '../../test/builders.ts';
import { startTestApp } from '../../test/test-app.ts';
import type { Database } from '../database/connect.ts';
import { idOf, type ProjectId, type TenantId } from '../platform/ids.ts';
import { changeCustomer } from './change-customer.ts';
import { createCustomers } from './create-customers.ts';
import { foldCustomerCounts } from './fold-customer-counts.ts';
import { type ListRequest, listCustomers } from './list-customers.ts';
import { lockCustomer } from './queries.ts';
import { filterValues } from './read-filters.ts';
import { searchMemory } from './search-customers.ts';

// Searches through remembered counts must equal a plain search at every moment. With `many` and `cost` of 0 every search is remembered,
// however few customers match.

const app = await startTestApp();

async function create({ tenantId }: Pick<TestTenant, 'tenantId'>, project_id: ProjectId, names: string[]) {
  const wanted = names.map((name) => ({ project_id, name }));
  const made = await app.db.transaction((tx) => createCustomers(tx, { tenantId, kind: 'test' }, wanted));
  return made.flatMap((one) => (one.kind === 'created' ? [one.customer.customer_id] : []));
}

/** Renames customers in one transaction. */
async function rename(tenantId: TenantId, names: [customerId: number, name: string][]) {
  await app.db.transaction(async (tx) => {
    for (const [id, name] of names) {
      const before = await lockCustomer.one(tx, { tenant_id: tenantId, customer_id: idOf('customer', id) });
      await changeCustomer(tx, { tenantId, kind: 'test' }, before, { name });
    }
  });
}

/** The next ids are of a new block. */
const skipBlock = () =>
  query(app, `select setval('customers_customer_id_seq', (nextval('customers_customer_id_seq') >> 12 << 12) + 4095)`);

type Wanted = Omit<ListRequest, 'filters'> & { q: string; project_id?: ProjectId };

const request = (tenantId: TenantId, { q, project_id, ...page }: Wanted): ListRequest => ({
  ...page,
  filters: filterValues({ tenantId, projects: null }, { q, ...(project_id && { project_id }) }),
});

/** The same, found by comparing all names. */
async function plainly(tenantId: TenantId, { q, project_id, direction, offset, limit }: Wanted) {
  const rows = await query(
    app,
    `select customer_id::int from customers
     where tenant_id = $1 and ($2::int8 is null or project_id = $2) and strpos(lower(name), $3) > 0
     order by customer_id ${direction}`,
    [tenantId, project_id ?? null, q],
  );
  const ids = rows.map(({ customer_id }) => customer_id);
  return { total: ids.length, ids: ids.slice(offset, offset + limit) };
}

/** A database that notes the names of its statements. */
function noting(db: Database): { db: Database; ran: string[] } {
  const ran: string[] = [];
  const execute: Database['execute'] = (prepared) => {
    ran.push(prepared.name);
    return db.execute(prepared);
  };
  return { db: { ...db, execute }, ran };
}

const names = ['佐藤 太郎', '佐藤 花子', '鈴木 一郎', 'Smith, Mary', 'Blacksmith'];
const steps = fc.oneof(
  fc.record({
    step: fc.constant('create' as const),
    names: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 6 }),
    isSecond: fc.boolean(),
    isNewBlock: fc.boolean(),
  }),
  fc.record({ step: fc.constant('rename' as const), which: fc.nat(), name: fc.constantFrom(...names) }),
  fc.record({ step: fc.constant('delete' as const), which: fc.nat() }),
  fc.record({ step: fc.constant('fold' as const) }),
);
const wanted = fc.record({
  q: fc.constantFrom('佐藤', '佐', 'smith', '木', 'x'),
  isOneProject: fc.boolean(),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  offset: fc.nat({ max: 12 }),
  limit: fc.integer({ min: 1, max: 8 }),
});

const idsIn = (items: string) => (JSON.parse(items) as { customer_id: number }[]).map(({ customer_id }) => customer_id);

test('searches equal a plain search after any creation, renaming, deletion and folding', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(steps, fc.array(wanted, { maxLength: 3 })), { maxLength: 8 }), async (story) => {
      const [tenant, other] = [await buildTenant(app), await buildTenant(app)];
      const { tenantId } = tenant;
      const second = await buildProject(app, tenantId);
      // The other tenant has the same names in the same blocks, and its own counts.
      await create(other, other.projectId, names);
      const memory = searchMemory({ many: 0, cost: 0 });
      const ids: number[] = [];
      for (const [done, searches] of story) {
        const chosen = 'which' in done ? ids[done.which % ids.length] : undefined;
        if (done.step === 'create') {
          if (done.isNewBlock) await skipBlock();
          ids.push(...(await create(tenant, done.isSecond ? second : tenant.projectId, done.names)));
        } else if (done.step === 'fold') await foldCustomerCounts(app.db);
        else if (chosen !== undefined && done.step === 'rename') await rename(tenantId, [[chosen, done.name]]);
        else if (chosen !== undefined) {
          await query(app, 'delete from customers where tenant_id = $1 and customer_id = $2', [tenantId, chosen]);
          ids.splice(ids.indexOf(chosen), 1);
        }
        for (const { isOneProject, ...rest } of searches) {
          const search = { ...rest, ...(isOneProject && { project_id: second }) };
          const { items, total } = await listCustomers(app.db, tenantId, request(tenantId, search), memory);
          const found = { total, ids: idsIn(items) };
          assert.deepEqual(found, await plainly(tenantId, search));
          const of = await listCustomers(app.db, other.tenantId, request(other.tenantId, rest), memory);
          assert.equal(of.total, (await plainly(other.tenantId, rest)).total);
        }
      }
    }),
    { numRuns: 25 },
  );
});

test('a total is the one of a moment, beside writers that rename and create', async () => {
  const tenant = await buildTenant(app);
  const { tenantId, projectId } = tenant;
  const ids: number[] = [];
  for (let i = 0; i < 4; i++) {
    await skipBlock();
    ids.push(...(await create(tenant, projectId, ['match', 'match', 'other', 'other'])));
  }
  const memories = [searchMemory({ many: 0, cost: 0 }), searchMemory({ many: 0, cost: 0 })];
  const { db, ran } = noting(app.db);
  let writing = true;
  const swap = async (offset: number) => {
    for (let i = 0; i < 40; i++) {
      // One of two customers in different blocks matches, at every moment.
      const [a, b] = [ids[offset] as number, ids[offset + 6] as number];
      await rename(
        tenantId,
        i % 2
          ? (
              [
                [a, 'match'],
                [b, 'other'],
              ] as const
            ).map(([id, name]) => [id, name])
          : [
              [a, 'other'],
              [b, 'match'],
            ],
      );
      await create(tenant, projectId, ['other']);
      if (i % 10 === 0) await foldCustomerCounts(app.db);
    }
  };
  const read = async (memory: (typeof memories)[0]) => {
    const search = request(tenantId, { q: 'match', direction: 'desc', offset: 0, limit: 50 });
    while (writing) {
      const { items, total } = await listCustomers(db, tenantId, search, memory);
      const names = (JSON.parse(items) as { name: string }[]).map(({ name }) => name);
      assert.deepEqual([names, total], [Array(8).fill('match'), 8]);
    }
  };
  const written = Promise.all([swap(0), swap(1), swap(8)]).finally(() => {
    writing = false;
  });
  await Promise.all([written, ...memories.map(read)]);
  assert.ok(ran.includes('list_found_desc'));
});

test('a search that thousands match is counted once, and every change shows in the next answer', async () => {
  const tenant = await buildTenant(app);
  const { tenantId, projectId, api } = tenant;
  const ids: number[] = [];
  for (let i = 0; i < 9; i++)
    ids.push(
      ...(await create(
        tenant,
        projectId,
        Array.from({ length: 500 }, (_, k) => `佐藤 ${500 * i + k}`),
      )),
    );
  const memory = searchMemory();
  const { db, ran } = noting(app.db);
  const page = async (number: number) => {
    const wanted = { q: '佐藤', direction: 'asc', offset: 50 * (number - 1), limit: 50 } as const;
    const { items, total } = await listCustomers(db, tenantId, request(tenantId, wanted), memory);
    const { body } = await api.get(`/customers?q=${encodeURIComponent('佐藤')}&page=${number}`);
    assert.deepEqual(body.data, JSON.parse(items));
    assert.equal(body.pagination.total, total);
    return { total, ids: idsIn(items) };
  };
  assert.deepEqual(await page(1), { total: 4_500, ids: ids.slice(0, 50) });
  assert.deepEqual(await page(90), { total: 4_500, ids: ids.slice(4_450) });
  await rename(tenantId, [
    [ids[0] as number, '斎藤'],
    [ids[4_460] as number, '斎藤'],
  ]);
  assert.deepEqual(await page(1), { total: 4_498, ids: ids.slice(1, 51) });
  const [more] = await create(tenant, projectId, ['サトウ 佐藤']);
  const left = [...ids.slice(1, 4_460), ...ids.slice(4_461), more];
  assert.deepEqual(await page(90), { total: 4_499, ids: left.slice(4_450) });
  assert.equal(ran.filter((name) => name.startsWith('search_customers')).length, 1);
});
