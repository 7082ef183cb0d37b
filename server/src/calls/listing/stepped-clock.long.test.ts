import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildStaff, buildTenant, query, type TestTenant } from '../../../test/builders.ts';
import { startSteppedPostgres } from '../../../test/stand-ins/stepped-postgres.ts';
import { startNode } from '../../../test/test-app.ts';
import { until } from '../../../test/until.ts';

const postgres = await startSteppedPostgres();
const app = postgres && (await startNode(postgres.url));

const day = 86_400_000;
const date = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
const period = `from=${date(-8)}&to=${date(2)}`;

/** Each step adds to those before. */
const steps = [
  { name: 'five seconds', seconds: 5 },
  { name: 'an hour', seconds: 3_600 },
  { name: 'three days', seconds: 3 * 86_400 },
];
let behind = 0;
const busyNumber = '+819000000002';

async function startCalls(
  { api, projectId }: TestTenant,
  staffId: number,
  count: number,
  phone_number = '+819012345678',
): Promise<string[]> {
  const started: string[] = [];
  for (let i = 0; i < count; i++) {
    const call = { phone_number, staff_id: staffId, project_id: projectId };
    const answer = await api.post('/calls/initiate', call);
    assert.equal(answer.status, 200, answer.text);
    started.push(answer.body.data.call_id);
  }
  return started;
}

async function assertComplete({ api }: TestTenant, started: string[]): Promise<void> {
  const ids = ({ body }: Awaited<ReturnType<typeof api.get>>) =>
    body.data.map(({ call_id }: { call_id: string }) => call_id);
  for (const path of ['/calls', '/reports/calls']) {
    const ascending = await api.get(`${path}?${period}&sort=asc`);
    assert.equal(ascending.status, 200, ascending.text);
    assert.equal(ascending.body.pagination.total, started.length, path);
    assert.deepEqual(ids(ascending), started, `${path}: in the order of initiation`);
    assert.deepEqual(ids(await api.get(`${path}?${period}&sort=desc`)), started.toReversed(), path);
  }
  const summary = await api.get(`/reports/summary?${period}`);
  assert.equal(summary.body.data.totals.total_calls, started.length);
}

for (const { name, seconds } of steps) {
  test(`when the clock of the database is put back by ${name}, no call is hidden and none comes before another`, {
    skip: !postgres && 'libfaketime cannot be had here',
  }, async () => {
    assert.ok(postgres && app);
    const tenant = await buildTenant(app, { licenses: ['open_api_advanced'] });
    const staffId = await buildStaff(app, tenant.tenantId);
    const started = await startCalls(tenant, staffId, 3);
    await assertComplete(tenant, started);

    behind += seconds;
    postgres.setBehind(behind);
    const asked = Date.now();
    const [clock] = await query(app, 'select clock_timestamp() as now');
    const now = clock?.now.getTime() + behind * 1_000;
    assert.ok(now > asked - 4_000 && now < Date.now() + 4_000, 'the clock was really stepped');

    for (let round = 0; round < 3; round++) {
      started.push(...(await startCalls(tenant, staffId, 2)));
      await assertComplete(tenant, started);
    }
    // Earlier calls of other tenants do not delay this call, and all calls reach their end.
    const ended = async () => {
      const { body } = await tenant.api.get(`/calls?${period}&status=connected`);
      return body.data.every(({ ended_at }: { ended_at: string | null }) => ended_at) && body.data;
    };
    await until(async () => (await ended())?.length === started.length);
    for (const { started_at, ended_at, duration_seconds } of (await ended()) || []) {
      assert.equal(duration_seconds, Math.floor((Date.parse(ended_at) - Date.parse(started_at)) / 1_000));
      assert.ok(Date.parse(ended_at) > Date.parse(started_at), 'it talked for as long as it did');
    }
    started.push(...(await startCalls(tenant, staffId, 1, busyNumber)));
    const [busy] = await until(async () => {
      const { body } = await tenant.api.get(`/calls?${period}&status=busy`);
      return body.data.length > 0 && body.data;
    });
    const { initiated_at } = (await tenant.api.get(`/calls/${busy.call_id}`)).body.data;
    assert.ok(Date.parse(busy.started_at) >= Date.parse(initiated_at), 'it did not start before it was initiated');
    await assertComplete(tenant, started);

    // The clock of this node, which dates the hangup by a client, was not set back.
    const [hungUp] = await startCalls(tenant, staffId, 1);
    const path = `/calls/${hungUp}`;
    await until(async () => (await tenant.api.get(path)).body.data.status === 'connected');
    const { body } = await tenant.api.post(`${path}/hangup`);
    assert.ok(Date.parse(body.data.ended_at) <= Date.now() + 1_000, `it ends in the future: ${body.data.ended_at}`);
  });
}

test('a call that a wrong clock dated far ahead does not date all later ones, and is not hidden', {
  skip: !postgres && 'libfaketime cannot be had here',
}, async () => {
  assert.ok(postgres && app);
  const tenant = await buildTenant(app);
  const staffId = await buildStaff(app, tenant.tenantId);
  const [far] = await startCalls(tenant, staffId, 1);
  behind += 9 * 86_400;
  postgres.setBehind(behind);
  const [next] = await startCalls(tenant, staffId, 1);
  const detail = await tenant.api.get(`/calls/${next}`);
  assert.ok(Math.abs(Date.now() - behind * 1_000 - Date.parse(detail.body.data.initiated_at)) < 60_000);
  const { body } = await tenant.api.get(`/calls?from=${date(-14)}&to=${date(2)}&sort=asc`);
  assert.deepEqual(
    body.data.map(({ call_id }: { call_id: string }) => call_id),
    [next, far],
  );
});
