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
