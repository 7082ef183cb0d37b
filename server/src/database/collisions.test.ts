import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { buildTenant, query } from '../../test/builders.ts';
import { startNode } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { Problem } from '../platform/problem.ts';

const databaseUrl = await createTestDatabase();
// Time enough to complete the cycle before PostgreSQL looks for one.
await query({ databaseUrl }, `alter database ${new URL(databaseUrl).pathname.slice(1)} set deadlock_timeout = '4s'`);
const app = await startNode(databaseUrl);

test('a change that ends in a deadlock is done again by itself', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const create = async (external_id: string): Promise<number> => {
    const created = await api.post('/customers', { project_id: projectId, name: 'Taro', external_id });
    return created.body.data.customer_id;
  };
  const [mine, yours] = [await create('mine'), await create('yours')];
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  try {
    await other.query(`set deadlock_timeout = '1min'`); // So that this transaction is never the one rolled back.
    await other.query('begin');
    await other.query(`update customers set external_id = 'free' where customer_id = $1`, [yours]);
    const changing = api.put(`/customers/${mine}`, { external_id: 'yours' });
    const { pid } = (await other.query('select pg_backend_pid() as pid')).rows[0];
    const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
    await until(async () => (await query(app, waiting, [pid])).length === 1);
    await other.query('update customers set name = name where customer_id = $1', [mine]);
    await other.query('commit');
    const changed = await changing;
    assert.equal(changed.status, 200, changed.text);
    assert.equal(changed.body.data.external_id, 'yours');
  } finally {
    await other.end();
  }
  // PostgreSQL updates the counter once the affected connection has been idle for a while.
  const deadlocks = `select deadlocks::int from pg_stat_database where datname = current_database()`;
  await until(async () => (await query(app, deadlocks))[0]?.deadlocks > 0);
  const events = `select type from events where tenant_id = $1 and type = 'customer.updated'`;
  assert.equal((await query(app, events, [tenantId])).length, 1, 'one change, one event');
});

for (const code of ['40001', '40P01']) {
  test(`a transaction that fails of ${code} each time is given up after a few tries`, async () => {
    let tries = 0;
    const text = `do $$ begin raise exception using errcode = '${code}'; end $$`;
    const failing = app.db.transaction(async (tx) => {
      tries += 1;
      await tx.execute({ name: '', text, values: [] });
    });
    await assert.rejects(failing, (error) => error instanceof Problem && error.code === 'unavailable');
    assert.equal(tries, 4);
  });
}

test('a transaction that fails for any other reason is tried once', async () => {
  let tries = 0;
  const failing = app.db.transaction(async (tx) => {
    tries += 1;
    await tx.execute({ name: '', text: 'select 1 / 0', values: [] });
  });
  await assert.rejects(failing, { code: '22012' });
  assert.equal(tries, 1);
});

const failing = (code: string) => ({
  ...{ name: '', values: [] },
  text: `do $$ begin raise exception using errcode = '${code}'; end $$`,
});
const adding = (tenantName: string) => ({
  name: '',
  values: [tenantName],
  text: 'insert into tenants (name) values ($1)',
});

test('statements that are sent along with COMMIT are committed, or fail the transaction with their own error', async () => {
  const isThere = async (name: string) =>
    (await query(app, 'select from tenants where name = $1', [name])).length === 1;
  await app.db.transaction(async (tx) => tx.alongCommit(tx.execute(adding('along'))));
  assert.ok(await isThere('along'));

  const alone = app.db.transaction(async (tx) => {
    await tx.execute(adding('failed'));
    tx.alongCommit(tx.execute(failing('22023')));
  });
  await assert.rejects(alone, { code: '22023' });
  const followed = app.db.transaction(async (tx) => {
    tx.alongCommit(tx.execute(failing('22023')));
    await tx.execute(adding('failed'));
  });
  await assert.rejects(followed, { code: '22023' }, 'not with the error of the statement after it');
  const preceded = app.db.transaction(async (tx) => {
    const awaited = tx.execute(failing('22023'));
    tx.alongCommit(tx.execute(adding('failed')));
    await awaited;
  });
  await assert.rejects(preceded, { code: '22023' });
  assert.ok(!(await isThere('failed')));
});

test('work that fails before its statement is sent leaves nothing of the transaction', async () => {
  const half = app.db.transaction(async (tx) => {
    tx.alongCommit(tx.execute(adding('half')));
    tx.alongCommit(Promise.reject(new Error('no such field')));
  });
  await assert.rejects(half, /no such field/);
  assert.equal((await query(app, `select from tenants where name = 'half'`)).length, 0);
});

test('a statement that is sent along with COMMIT and collides is tried again with its transaction', async () => {
  let tries = 0;
  await app.db.transaction(async (tx) => {
    tries += 1;
    tx.alongCommit(tx.execute(tries === 1 ? failing('40P01') : adding('again')));
  });
  assert.equal(tries, 2);
});

test('within a savepoint, a statement that is sent along with COMMIT fails the savepoint alone', async () => {
  const outcome = await app.db.transaction(async (tx) => {
    const part = tx.savepoint(async () => tx.alongCommit(tx.execute(failing('22023'))));
    return part.then(
      () => 'kept',
      () => 'undone',
    );
  });
  assert.equal(outcome, 'undone');
});

test('a savepoint fails with the error of its first statement that failed', async () => {
  // PostgreSQL reports 53100 while its disk is full.
  const part = app.db.transaction((tx) =>
    tx.savepoint(async () => {
      tx.alongCommit(tx.execute(failing('53100')));
      await tx.execute(adding('failed'));
    }),
  );
  await assert.rejects(part, { code: 'unavailable' });
});
