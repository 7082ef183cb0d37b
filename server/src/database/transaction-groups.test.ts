import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildStaff, buildTenant, query } from '../../test/builders.ts';
import { longStalled, stallWrites } from '../../test/stall-writes.ts';
import { noteTenantsWritten, readTenantsWritten } from '../../test/tenants-written.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { statements } from './sql.ts';

/** Statements that the server runs for all tenants at once, whatever DATABASE_SHARDED says. */
const forAllTenants = /^(fold_|delete_|forget_|note_keys_used$|exchange_rate_usage$)/;

const nameOf = (text: string) => [...statements.values()].find((one) => one.text === text)?.name ?? text;

/** A tenant with a test call to make. */
async function buildCaller(app: TestApp) {
  const { tenantId, projectId, api } = await buildTenant(app);
  const staff_id = await buildStaff(app, tenantId);
  return { tenantId, projectId, api, call: { staff_id, project_id: projectId, phone_number: '+819012345678' } };
}

/** Test calls of ten tenants at the same time; returns the statements of transactions that wrote for several tenants. */
async function callForMany(isSharded: boolean): Promise<string[]> {
  const app = await startTestApp({ DATABASE_SHARDED: isSharded });
  const calls = await Promise.all(Array.from({ length: 10 }, () => buildCaller(app)));
  await noteTenantsWritten(app);
  await Promise.all(
    calls.map(async ({ api, call }) => {
      const { status } = await api.post('/calls/initiate', call);
      assert.equal(status, 200);
    }),
  );
  const counts = async () => {
    const [counted] = await query(
      app,
      `select (select count(*)::int from calls where ended_at is not null) as ended,
         (select count(*)::int from api_requests) as requests`,
    );
    return counted;
  };
  await until(async () => (await counts())?.ended === 10 && (await counts())?.requests === 10);
  const { mixed } = await readTenantsWritten(app);
  await app.stop();
  return mixed.map(nameOf).filter((name) => !forAllTenants.test(name));
}

test('with the rows of tenants on several servers, no transaction of calls and requests writes for two tenants', async () => {
  assert.deepEqual(await callForMany(true), []);
});

test('with the rows of all tenants on one server, transactions of calls and requests write for several', async () => {
  const mixed = await callForMany(false);
  assert.ok(mixed.includes('write_calls') && mixed.includes('insert_requests'), `${mixed}`);
});

test('with DATABASE_SHARDED, slow changes of the calls of many tenants leave connections for requests', async () => {
  const app = await startTestApp({ DATABASE_SHARDED: true });
  const other = await buildCaller(app);
  const slow = await Promise.all(Array.from({ length: 12 }, () => buildCaller(app)));
  const release = await stallWrites(app.databaseUrl, 'calls', `new.tenant_id <> ${other.tenantId}`);
  for (const { api, call } of slow) assert.equal((await api.post('/calls/initiate', call)).status, 200);
  const stalled = await until(async () => {
    const pids = await longStalled(app);
    return pids.length > 1 && pids;
  });
  const created = await other.api.post('/customers', { name: 'Yamamoto', project_id: other.projectId });
  assert.equal(created.status, 201, created.text);
  assert.deepEqual(await longStalled(app), stalled, 'the same transactions are still in progress');
  await release();
  await until(async () => {
    const [calls] = await query(app, 'select count(*)::int as n from calls where ended_at is not null');
    return calls?.n === slow.length;
  });
});
