import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildStaff, buildTenant, query } from '../../test/builders.ts';
import { noteTenantsWritten, readTenantsWritten } from '../../test/tenants-written.ts';
import { startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { statements } from './sql.ts';

/** Statements that the server runs for all tenants at once, whatever DATABASE_SHARDED says. */
const forAllTenants = /^(fold_|delete_|forget_|note_keys_used$|exchange_rate_usage$)/;

const nameOf = (text: string) => [...statements.values()].find((one) => one.text === text)?.name ?? text;

/** Test calls of ten tenants at the same time; returns the statements of transactions that wrote for several tenants. */
async function callForMany(isSharded: boolean): Promise<string[]> {
  const app = await startTestApp({ DATABASE_SHARDED: isSharded });
  const tenants = await Promise.all(Array.from({ length: 10 }, () => buildTenant(app)));
  const calls = await Promise.all(
    tenants.map(async ({ tenantId, projectId, api }) => {
      const staff_id = await buildStaff(app, tenantId);
      return { api, call: { staff_id, project_id: projectId, phone_number: '+819012345678' } };
    }),
  );
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
