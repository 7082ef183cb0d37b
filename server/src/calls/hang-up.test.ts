import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp, type TestClient } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';

// Slow enough to observe a call at each of its stages.
const app = await startTestApp({ SIMULATOR_SPEED: 0.5 });

async function started(options: { kind?: 'test' | 'live' } = {}) {
  const tenant = await buildTenant(app, options);
  const staff_id = await buildStaff(app, tenant.tenantId);
  const body = { staff_id, project_id: tenant.projectId, phone_number: '+819012345678' };
  const answer = await tenant.api.post('/calls/initiate', body);
  assert.equal(answer.status, 200, answer.text);
  return { ...tenant, body, callId: answer.body.data.call_id as string };
}

const reach = (api: TestClient, callId: string, status: string) =>
  until(async () => (await api.get(`/calls/${callId}`)).body.data.status === status);

async function eventsOf(tenantId: number): Promise<string[]> {
  const rows = await query(
    app,
    `select type from events where tenant_id = $1 and type like 'call.%' order by (data ->> 'sequence')::int`,
    [tenantId],
  );
  return rows.map(({ type }) => type);
}

const isLetGo = (tenantId: number) =>
  until(async () => (await query(app, 'select 1 from open_calls where tenant_id = $1', [tenantId])).length === 0);

for (const stage of ['initiating', 'ringing'])
  test(`hanging up while the call is ${stage} cancels it`, async () => {
    const { api, callId, tenantId } = await started();
    if (stage === 'ringing') await reach(api, callId, stage);
    const { status, body } = await api.post(`/calls/${callId}/hangup`);
    assert.equal(status, 200);
    assert.deepEqual(
      [body.data.call_id, body.data.status, body.data.end_reason, body.data.hangup_by, body.data.duration_seconds],
      [callId, 'canceled', 'canceled_by_api', 'system', 0],
    );
    assert.deepEqual([body.data.sip_code, body.data.q850_cause], [null, 16]);
    assert.ok(body.data.ended_at);
    await isLetGo(tenantId);
    assert.deepEqual((await api.get(`/calls/${callId}`)).body.data, body.data, 'an ended call never changes');
    const writer = client(app, (await buildKey(app, tenantId, { scopes: ['calls:initiate'] })).key);
    const { phone_number } = (await writer.post(`/calls/${callId}/hangup`)).body.data;
    assert.equal(phone_number, '819*****5678', 'the whole number is for keys that may read calls');
    assert.equal((await eventsOf(tenantId)).at(-1), 'call.missed');
  });

test('hanging up a connected call completes it', async () => {
  const { api, callId, tenantId } = await started();
  await reach(api, callId, 'connected');
  const { body } = await api.post(`/calls/${callId}/hangup`, {});
  assert.deepEqual([body.data.status, body.data.end_reason, body.data.q850_cause], ['connected', 'hung_up_by_api', 16]);
  assert.ok(body.data.ended_at >= body.data.answered_at);
  await isLetGo(tenantId);
  assert.deepEqual(await eventsOf(tenantId), ['call.initiated', 'call.ringing', 'call.connected', 'call.completed']);
});

test('hanging up again, even many times at once, answers the same call and ends it once', async () => {
  const { api, callId, tenantId } = await started();
  const answers = await Promise.all(Array.from({ length: 10 }, () => api.post(`/calls/${callId}/hangup`)));
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, answers[0]?.text]);
  // On a busy machine the telephones may ring before.
  const events = (await eventsOf(tenantId)).filter((type) => type !== 'call.ringing');
  assert.deepEqual(events, ['call.initiated', 'call.missed']);
});

test('a staff member can be called again as soon as a live call was hung up', async () => {
  const { api, callId, body, tenantId } = await started({ kind: 'live' });
  assertProblem(await api.post('/calls/initiate', body), 409, 'staff_busy');
  for (let i = 0, hungUp = callId; i < 5; i++) {
    const since = performance.now();
    await api.post(`/calls/${hungUp}/hangup`);
    const hasWaited = performance.now() - since >= 1_000; // As long as it may, on a busy machine.
    if (hasWaited) await isLetGo(tenantId);
    const { status, body: started } = await api.post('/calls/initiate', body);
    assert.equal(status, 200);
    hungUp = started.data.call_id;
  }
});

test('a node hangs up calls that another one drives', async () => {
  const node = await startNode(app.databaseUrl);
  const { callId, key, tenantId } = await started();
  const other = client(node, key);
  assert.equal((await other.post(`/calls/${callId}/hangup`)).body.data.status, 'canceled');
  await isLetGo(tenantId);
});

test("another tenant's, another mode's and unknown calls cannot be hung up", async () => {
  const { callId, tenantId } = await started();
  const stranger = await buildTenant(app);
  const live = client(app, (await buildKey(app, tenantId, { kind: 'live' })).key);
  const reader = client(app, (await buildKey(app, tenantId, { scopes: ['calls:read'] })).key);
  for (const api of [stranger.api, live]) assertProblem(await api.post(`/calls/${callId}/hangup`), 404, 'not_found');
  for (const id of ['call_00000000000000000000000000', 'call_1', '1', callId.toLowerCase()])
    assertProblem(await stranger.api.post(`/calls/${id}/hangup`), 404, 'not_found');
  assertProblem(await reader.post(`/calls/${callId}/hangup`), 403, 'insufficient_scope');
  assert.deepEqual(await query(app, 'select ended_at from calls where tenant_id = $1', [tenantId]), [
    { ended_at: null },
  ]);
});
