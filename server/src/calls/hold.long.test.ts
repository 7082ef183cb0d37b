import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp, type TestApp, type TestClient } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';

/** The parties talk for 12 to 18 seconds: time for a change on a busy machine. */
const settings = { SIMULATOR_SPEED: 0.4 };
/** Without the hold a call would have ended. */
const longHold = 18;
const app = await startTestApp(settings);

async function started(on: TestApp = app, kind: 'test' | 'live' = 'test') {
  const tenant = await buildTenant(on, { kind });
  const staff_id = await buildStaff(on, tenant.tenantId);
  const body = { staff_id, project_id: tenant.projectId, phone_number: '+819012345678' };
  const answer = await tenant.api.post('/calls/initiate', body);
  assert.equal(answer.status, 200, answer.text);
  return { ...tenant, callId: answer.body.data.call_id as string };
}

async function connected(on?: TestApp, kind?: 'test' | 'live') {
  const call = await started(on, kind);
  await until(async () => (await detail(call.api, call.callId)).status === 'connected');
  return call;
}

const detail = async (api: TestClient, callId: string) => (await api.get(`/calls/${callId}`)).body.data;
const over = (api: TestClient, callId: string) =>
  until(async () => {
    const call = await detail(api, callId);
    return call.ended_at && call;
  });

async function change(api: TestClient, callId: string, verb: 'hold' | 'resume') {
  const { status, text, body } = await api.post(`/calls/${callId}/${verb}`);
  assert.equal(status, 200, text);
  return body.data;
}

const eventsOf = async (tenantId: number): Promise<string[]> =>
  (
    await query(
      app,
      `select type from events where tenant_id = $1 and type like 'call.%' order by (data ->> 'sequence')::int`,
      [tenantId],
    )
  ).map(({ type }) => type);

const isPassedToEngine = (tenantId: number) =>
  until(async () => {
    const [open] = await query(app, 'select change_due from open_calls where tenant_id = $1', [tenantId]);
    return open?.change_due === null;
  });

describe('hold', { concurrency: true }, () => {
  for (const kind of ['test', 'live'] as const)
    test(`a simulated ${kind} call is put on hold and resumed; it waits meanwhile, and lasts longer`, async () => {
      const { api, callId, tenantId } = await connected(app, kind);
      const held = await change(api, callId, 'hold');
      assert.deepEqual([held.call_id, held.status, held.is_on_hold], [callId, 'connected', true]);
      assert.ok(held.hold_seconds < 10, `${held.hold_seconds} s`);
      assert.deepEqual([held.holds.length, held.holds[0].end_seconds], [1, null]);
      assert.equal(held.phone_number, '+819012345678');
      await isPassedToEngine(tenantId);
      const waiting = await until(async () => {
        const call = await detail(api, callId);
        return call.hold_seconds >= longHold && call;
      });
      assert.deepEqual([waiting.is_on_hold, waiting.ended_at], [true, null]);

      const resumed = await change(api, callId, 'resume');
      assert.equal(resumed.is_on_hold, false);
      const ended = await over(api, callId);
      assert.deepEqual([ended.is_on_hold, ended.end_reason], [false, 'completed']);
      const [{ start_seconds, end_seconds }] = ended.holds;
      assert.ok(start_seconds >= 0 && ended.hold_seconds >= longHold, JSON.stringify(ended.holds));
      assert.equal(ended.hold_seconds, Math.floor(Math.round((end_seconds - start_seconds) * 1_000) / 1_000));
      assert.ok(ended.duration_seconds >= ended.hold_seconds, `${ended.duration_seconds} s: the duration counts on`);
      assert.deepEqual(await eventsOf(tenantId), [
        ...['call.initiated', 'call.ringing', 'call.connected', 'call.held', 'call.resumed', 'call.completed'],
      ]);
    });

  test('a change that is already in effect answers the current state, repeated and concurrently', async () => {
    const { api, callId, tenantId } = await connected();
    const before = await change(api, callId, 'resume');
    assert.deepEqual([before.is_on_hold, before.holds], [false, []]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => change(api, callId, 'hold')));
    for (const { is_on_hold, holds } of answers) assert.deepEqual([is_on_hold, holds.length], [true, 1]);
    for (const verb of ['resume', 'resume', 'hold'] as const) await change(api, callId, verb);
    assert.equal((await detail(api, callId)).holds.length, 2);
    assert.deepEqual((await eventsOf(tenantId)).slice(3), ['call.held', 'call.resumed', 'call.held']);
  });

  test('a hold ends with its call, and hanging up works while it goes on', async () => {
    const { api, callId, tenantId } = await connected();
    await change(api, callId, 'hold');
    const { body } = await api.post(`/calls/${callId}/hangup`);
    const [hold] = body.data.holds;
    assert.deepEqual([body.data.is_on_hold, body.data.holds.length], [false, 1]);
    const lasted = Date.parse(body.data.ended_at) - Date.parse(body.data.answered_at);
    assert.equal(hold.end_seconds, lasted / 1_000);
    await until(
      async () => (await query(app, 'select 1 from open_calls where tenant_id = $1', [tenantId])).length === 0,
    );
    const { phone_number: _, recording, ...read } = await detail(api, callId);
    const { phone_number: __, recording: ___, ...shown } = body.data;
    assert.deepEqual(
      [{ ...read, transcription: null, summary: null, voice_analysis: null }, recording.status],
      [{ ...shown, transcription: null, summary: null, voice_analysis: null }, 'ready'],
    );
    assert.deepEqual((await eventsOf(tenantId)).slice(3), ['call.held', 'call.completed']);
  });

  test('a call that is not in conversation cannot be put on hold', async () => {
    const slow = await startTestApp({ SIMULATOR_SPEED: 0.01 }); // The telephones ring for minutes.
    const { api, callId } = await started(slow);
    for (const verb of ['hold', 'resume'])
      assertProblem(await api.post(`/calls/${callId}/${verb}`), 409, 'not_connected');
    assert.equal((await api.post(`/calls/${callId}/hangup`)).status, 200);
    const ended = await over(api, callId);
    for (const verb of ['hold', 'resume'])
      assertProblem(await api.post(`/calls/${callId}/${verb}`), 409, 'not_connected');
    assert.deepEqual([ended.is_on_hold, ended.hold_seconds, ended.holds], [false, 0, []]);
  });

  test("another tenant's, another mode's and unknown calls are not found, and the scope is needed", async () => {
    const { callId, tenantId, api } = await connected();
    const stranger = await buildTenant(app);
    const live = client(app, (await buildKey(app, tenantId, { kind: 'live' })).key);
    const reader = client(app, (await buildKey(app, tenantId, { scopes: ['calls:read'] })).key);
    const writer = client(app, (await buildKey(app, tenantId, { scopes: ['calls:initiate'] })).key);
    const { phone_number } = await change(writer, callId, 'resume');
    assert.equal(phone_number, '819*****5678', 'the whole number is for keys that may read calls');
    for (const verb of ['hold', 'resume']) {
      for (const other of [stranger.api, live])
        assertProblem(await other.post(`/calls/${callId}/${verb}`), 404, 'not_found');
      assertProblem(await api.post(`/calls/call_1/${verb}`), 404, 'not_found');
      assertProblem(await reader.post(`/calls/${callId}/${verb}`), 403, 'insufficient_scope');
    }
    assert.equal((await detail(api, callId)).is_on_hold, false);
  });

  test('a node puts calls on hold that another one drives', async () => {
    const [driving, asked] = [await startNode(app.databaseUrl, settings), app];
    const { api, callId, key, tenantId } = await connected(driving);
    const other = client(asked, key);
    await change(other, callId, 'hold');
    await isPassedToEngine(tenantId);
    await until(async () => (await detail(api, callId)).hold_seconds >= longHold);
    await change(other, callId, 'resume');
    assert.equal((await over(api, callId)).end_reason, 'completed');
  });

  test('a call stays on hold when its node stops, and another one resumes it', async () => {
    const first = await startNode(app.databaseUrl, settings);
    const { callId, key, tenantId } = await connected(first);
    await change(client(first, key), callId, 'hold');
    await isPassedToEngine(tenantId);
    await first.stop();
    const second = client(app, key);
    await until(async () => (await detail(second, callId)).hold_seconds >= longHold);
    assert.equal((await detail(second, callId)).ended_at, null);
    await change(second, callId, 'resume');
    const call = await over(second, callId);
    assert.deepEqual([call.end_reason, call.is_on_hold, call.holds.length], ['completed', false, 1]);
  });

  test('a call that was put on hold very often is not put on hold again', async () => {
    const { api, callId, tenantId } = await connected();
    await change(api, callId, 'hold');
    await query(
      app,
      `update calls set hold_times = array(select answered_at from generate_series(1, 500)) where tenant_id = $1`,
      [tenantId],
    );
    assertProblem(await api.post(`/calls/${callId}/hold`), 422, 'validation_failed');
  });
});
