import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp, type TestApp, type TestClient } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { decodeId } from '../platform/ids.ts';
import { readWavHeader } from '../platform/wav.ts';

/** The parties talk for 20 to 28 seconds, which is 5 to 7 seconds of the recording. */
const speed = 0.25;
/** The nodes share a folder, because any of them may take over a call and store its recording. */
const folder = mkdtempSync(join(tmpdir(), 'trunkline-pauses-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const settings = { SIMULATOR_SPEED: speed, DATA_DIR: folder };
const app = await startTestApp(settings);
const slow = await startTestApp({ SIMULATOR_SPEED: 0.01 }); // The telephones ring for minutes.

async function started(on: TestApp = app, kind: 'test' | 'live' = 'test') {
  const tenant = await buildTenant(on, { kind });
  const staff_id = await buildStaff(on, tenant.tenantId);
  const start = async () => {
    const body = { staff_id, project_id: tenant.projectId, phone_number: '+819012345678' };
    const answer = await tenant.api.post('/calls/initiate', body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data.call_id as string;
  };
  return { ...tenant, start, callId: await start() };
}

async function connected(on?: TestApp, kind?: 'test' | 'live') {
  const call = await started(on, kind);
  await until(async () => (await detail(call.api, call.callId)).status === 'connected');
  return call;
}

/** A call that does not end before the test does: a simulated customer waits for ten minutes. */
async function onHold(on?: TestApp) {
  const call = await connected(on);
  await change(call.api, call.callId, 'hold');
  return call;
}

const detail = async (api: TestClient, callId: string) => (await api.get(`/calls/${callId}`)).body.data;
const over = (api: TestClient, callId: string) =>
  until(async () => {
    const call = await detail(api, callId);
    return call.ended_at && call.recording?.status === 'ready' && call;
  });
const hungUp = async (api: TestClient, callId: string) => {
  const { status, text } = await api.post(`/calls/${callId}/hangup`);
  assert.equal(status, 200, text);
  return over(api, callId);
};
/** Waits until the parties have talked for this many seconds. */
const lasts = async (api: TestClient, callId: string, seconds: number) => {
  const { answered_at } = await detail(api, callId);
  await until(() => Date.now() - Date.parse(answered_at) > seconds * 1_000);
};

type Verb = 'recording/pause' | 'recording/resume' | 'hold' | 'resume';

/** Repeats what the engine of a busy machine has not confirmed in time. */
const change = (api: TestClient, callId: string, verb: Verb) =>
  until(async () => {
    const { status, text, body } = await api.post(`/calls/${callId}/${verb}`);
    if (status === 503) return false;
    assert.equal(status, 200, text);
    return body.data;
  });

/** Whether each channel of a part of the stored recording has any sound. */
async function soundIn(api: TestClient, callId: string) {
  const answer = await fetch((await detail(api, callId)).recording.url);
  assert.equal(answer.status, 200);
  const wav = Buffer.from(await answer.arrayBuffer());
  const { rate, dataStart, frames } = readWavHeader(wav, wav.length);
  const isLoud = (channel: 0 | 1, from: number, to: number) => {
    for (let frame = Math.ceil(from * rate); frame < Math.min(Math.floor(to * rate), frames); frame++)
      if (wav.readInt16LE(dataStart + 4 * frame + 2 * channel) !== 0) return true;
    return false;
  };
  return {
    seconds: frames / rate,
    between: (from: number, to: number) => [isLoud(0, from, to), isLoud(1, from, to)],
    anywhere: (from: number, to: number) => isLoud(0, from, to) || isLoud(1, from, to),
  };
}

describe('pauses of a recording', { concurrency: true }, () => {
  for (const kind of ['test', 'live'] as const)
    test(`the recording of a simulated ${kind} call is silent while it is paused, and keeps its length`, async () => {
      const { api, callId } = await connected(app, kind);
      await lasts(api, callId, 4);
      const paused = await change(api, callId, 'recording/pause');
      assert.deepEqual([paused.call_id, paused.status, paused.ended_at], [callId, 'connected', null]);
      assert.deepEqual([paused.recording.status, paused.recording.url], ['pending', null]);
      assert.deepEqual([paused.recording.pauses.length, paused.recording.pauses[0].end_seconds], [1, null]);
      assert.ok(paused.recording.pauses[0].start_seconds >= 4);
      assert.equal(paused.phone_number, '+819012345678', 'this key may read calls');
      await lasts(api, callId, 8);
      const resumed = await change(api, callId, 'recording/resume');
      assert.ok(resumed.recording.pauses[0].end_seconds >= 8);
      await lasts(api, callId, 12);
      const { recording, duration_seconds } = await hungUp(api, callId);
      const [{ start_seconds, end_seconds }, ...others] = recording.pauses;
      assert.deepEqual(others, []);
      const [asked] = resumed.recording.pauses;
      assert.ok(Math.abs(start_seconds - asked.start_seconds * speed) < 0.5, `${start_seconds} s`);
      assert.ok(Math.abs(end_seconds - asked.end_seconds * speed) < 0.5, `${end_seconds} s`);
      assert.ok(
        Math.abs(recording.duration_seconds - duration_seconds * speed) < 0.5,
        `${recording.duration_seconds} s`,
      );
      const sound = await soundIn(api, callId);
      assert.equal(Math.round(sound.seconds * 1_000) / 1_000, recording.duration_seconds);
      assert.deepEqual(sound.between(start_seconds, end_seconds), [false, false]);
      assert.ok(sound.anywhere(0, start_seconds), 'the part before is recorded');
      assert.ok(sound.anywhere(end_seconds, sound.seconds), 'the part after is recorded');
    });

  test('a recording that is already paused or not paused stays so: repeated, and from two clients at once', async () => {
    const { api, callId, tenantId } = await onHold();
    const other = client(app, (await buildKey(app, tenantId)).key);
    assert.equal((await change(api, callId, 'recording/resume')).recording, null);
    const clients = Array.from({ length: 10 }, (_, i) => (i % 2 ? api : other));
    const answers = await Promise.all(clients.map((one) => change(one, callId, 'recording/pause')));
    for (const { recording } of answers)
      assert.deepEqual([recording.pauses.length, recording.pauses[0].end_seconds], [1, null]);
    await Promise.all(clients.map((one) => change(one, callId, 'recording/resume')));
    await change(other, callId, 'recording/pause');
    const { pauses } = (await detail(api, callId)).recording;
    assert.deepEqual([pauses.length, pauses[1].end_seconds], [2, null]);
  });

  test('a pause and a resume at the same time leave the recording in the state of the later one', async () => {
    const { api, callId, tenantId } = await connected();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => change(api, callId, i % 2 ? 'recording/resume' : 'recording/pause')),
    );
    const [row] = await query(app, 'select times, due from recording_pauses where tenant_id = $1', [tenantId]);
    assert.equal(row?.due, null);
    const paused = await change(api, callId, 'recording/pause');
    await lasts(api, callId, paused.recording.pauses.at(-1).start_seconds + 4);
    const { recording } = await hungUp(api, callId);
    const last = recording.pauses.at(-1);
    assert.ok(last.end_seconds - last.start_seconds > 0.9, JSON.stringify(recording.pauses));
    assert.equal(last.end_seconds, recording.duration_seconds);
    assert.equal((await soundIn(api, callId)).anywhere(last.start_seconds, last.end_seconds), false);
  });

  test('a pause ends with its call, and the recording is silent from the pause to its end', async () => {
    const { api, callId } = await connected();
    await lasts(api, callId, 4);
    await change(api, callId, 'recording/pause');
    await lasts(api, callId, 8);
    const { body } = await api.post(`/calls/${callId}/hangup`);
    const [pause] = body.data.recording.pauses;
    assert.ok(pause.end_seconds > pause.start_seconds, 'the pause has ended with the call');
    const { recording } = await over(api, callId);
    const [{ start_seconds, end_seconds }] = recording.pauses;
    assert.equal(end_seconds, recording.duration_seconds);
    const sound = await soundIn(api, callId);
    assert.deepEqual(sound.between(start_seconds, end_seconds), [false, false]);
    assert.ok(sound.anywhere(0, start_seconds));
  });

  test('a hold during a pause, and a pause during a hold, leave both as they are', async () => {
    const { api, callId } = await connected();
    await lasts(api, callId, 4);
    await change(api, callId, 'recording/pause');
    assert.equal((await change(api, callId, 'hold')).recording.pauses[0].end_seconds, null);
    await lasts(api, callId, 6);
    assert.equal((await change(api, callId, 'recording/resume')).is_on_hold, true);
    assert.equal((await change(api, callId, 'recording/pause')).is_on_hold, true);
    const resumed = await change(api, callId, 'resume');
    assert.deepEqual([resumed.is_on_hold, resumed.recording.pauses.length], [false, 2]);
    await lasts(api, callId, 10);
    const asked = await change(api, callId, 'recording/resume');
    await lasts(api, callId, 14);
    const { recording } = await hungUp(api, callId);
    const sound = await soundIn(api, callId);
    // The recording of a simulated call leaves the hold out, so the first pause is next to nothing in it.
    const { start_seconds, end_seconds } = recording.pauses.at(-1);
    const last = asked.recording.pauses.at(-1);
    assert.ok(Math.abs(start_seconds - last.start_seconds * speed) < 0.5, JSON.stringify(recording.pauses));
    assert.ok(Math.abs(end_seconds - last.end_seconds * speed) < 0.5, JSON.stringify(recording.pauses));
    assert.deepEqual(sound.between(start_seconds, end_seconds), [false, false]);
    assert.ok(sound.anywhere(0, start_seconds) && sound.anywhere(end_seconds, sound.seconds));
  });

  test('a call that is not in conversation has no recording to pause', async () => {
    const { api, callId } = await started(slow);
    for (const verb of ['pause', 'resume'])
      assertProblem(await api.post(`/calls/${callId}/recording/${verb}`), 409, 'not_connected');
    assert.equal((await api.post(`/calls/${callId}/hangup`)).status, 200);
    for (const verb of ['pause', 'resume'])
      assertProblem(await api.post(`/calls/${callId}/recording/${verb}`), 409, 'not_connected');
  });

  test('a call that is not recorded answers so, whatever its project says later', async () => {
    const first = await onHold();
    await query(app, 'update projects set records_calls = false where tenant_id = $1', [first.tenantId]);
    assert.equal((await change(first.api, first.callId, 'recording/pause')).recording.pauses.length, 1);

    const callId = await first.start();
    await until(async () => (await detail(first.api, callId)).status === 'connected');
    await change(first.api, callId, 'hold');
    for (const verb of ['pause', 'resume']) {
      const refused = await first.api.post(`/calls/${callId}/recording/${verb}`);
      assertProblem(refused, 422, 'validation_failed');
      assert.equal(refused.body.error.details[0].code, 'not_recorded');
    }
    await query(app, 'update projects set records_calls = true where tenant_id = $1', [first.tenantId]);
    assertProblem(await first.api.post(`/calls/${callId}/recording/pause`), 422, 'validation_failed');
    await first.api.post(`/calls/${callId}/hangup`);
    await until(async () => {
      const open = await query(app, 'select 1 from open_calls where call_id = $1', [decodeId('call', callId)]);
      return open.length === 0;
    });
    assert.equal((await detail(first.api, callId)).recording, null);
  });

  test('the events of a call tell whether it is recorded, whatever its project says meanwhile', async () => {
    const { api, tenantId, callId: recorded, start } = await connected();
    const record = (isOn: boolean) =>
      query(app, 'update projects set records_calls = $2 where tenant_id = $1', [tenantId, isOn]);
    const tellings = async (callId: string) => {
      const sql = `select data ->> 'recording' as told from events
        where tenant_id = $1 and data ->> 'call_id' = $2 order by (data ->> 'sequence')::int`;
      return (await query(app, sql, [tenantId, callId])).map(({ told }) => told);
    };
    await record(false);
    await change(api, recorded, 'hold');
    assert.equal((await api.put(`/calls/${recorded}`, { outcome: 'sold' })).status, 200);
    const told = await tellings(recorded);
    assert.ok(told.length >= 4 && told.every((state) => state === 'pending'), `${told}`);

    const unrecorded = await start();
    await until(async () => (await detail(api, unrecorded)).status === 'connected');
    await record(true);
    await change(api, unrecorded, 'hold');
    assert.equal((await api.put(`/calls/${unrecorded}`, { outcome: 'sold' })).status, 200);
    assert.equal((await api.post(`/calls/${unrecorded}/hangup`)).status, 200);
    assert.deepEqual([...new Set(await tellings(unrecorded))], ['none']);

    await record(false);
    assert.equal((await api.post(`/calls/${recorded}/hangup`)).status, 200);
    await over(api, recorded);
    assert.ok((await tellings(recorded)).every((state) => state !== 'none'));
  });

  test("another tenant's, another mode's and unknown calls are not found, and the scope is needed", async () => {
    const { callId, tenantId, api } = await onHold();
    const stranger = await buildTenant(app);
    const live = client(app, (await buildKey(app, tenantId, { kind: 'live' })).key);
    const reader = client(app, (await buildKey(app, tenantId, { scopes: ['calls:read'] })).key);
    for (const verb of ['pause', 'resume']) {
      for (const other of [stranger.api, live])
        assertProblem(await other.post(`/calls/${callId}/recording/${verb}`), 404, 'not_found');
      assertProblem(await api.post(`/calls/call_1/recording/${verb}`), 404, 'not_found');
      assertProblem(await reader.post(`/calls/${callId}/recording/${verb}`), 403, 'insufficient_scope');
    }
    assert.equal((await detail(api, callId)).recording, null);
  });

  test('a node pauses calls that another one drives', async () => {
    const driving = await startNode(app.databaseUrl, settings);
    const { callId, key } = await connected(driving);
    const other = client(app, key);
    const paused = await change(other, callId, 'recording/pause');
    assert.equal(paused.recording.pauses.length, 1);
    const { recording } = await over(other, callId);
    assert.equal(recording.pauses[0].end_seconds, recording.duration_seconds);
    await driving.stop();
  });

  test('a recording stays paused when its node stops, and another node resumes it', async () => {
    const first = await startNode(app.databaseUrl, settings);
    const { callId, key } = await connected(first);
    await lasts(client(first, key), callId, 4);
    await change(client(first, key), callId, 'recording/pause');
    await first.stop();
    const second = client(app, key);
    await lasts(second, callId, 8);
    await change(second, callId, 'recording/resume');
    const { recording, end_reason } = await over(second, callId);
    assert.equal(end_reason, 'completed');
    const [{ start_seconds, end_seconds }] = recording.pauses;
    assert.ok(end_seconds - start_seconds > 0.5, JSON.stringify(recording.pauses));
    const sound = await soundIn(second, callId);
    assert.deepEqual(sound.between(start_seconds, end_seconds), [false, false]);
    assert.ok(sound.anywhere(0, start_seconds));
  });

  test('an unconfirmed pause answers 503, also if the request is repeated with its key, until the engine has it', async () => {
    const { api, callId, tenantId } = await onHold();
    // A node that is alive and does nothing seems to drive the call.
    const silent = crypto.randomUUID();
    await query(app, `insert into nodes (node_id, alive_until) values ($1, now() + interval '1 hour')`, [silent]);
    const [own] = await query(app, 'select node_id from open_calls where tenant_id = $1', [tenantId]);
    await query(app, 'update open_calls set node_id = $2 where tenant_id = $1', [tenantId, silent]);
    const pause = () =>
      api.post(`/calls/${callId}/recording/pause`, undefined, { 'idempotency-key': `pause-${tenantId}` });
    const refused = await pause();
    assertProblem(refused, 503, 'unavailable');
    assert.match(refused.body.error.message, /may go on/);
    assert.equal(refused.headers.get('retry-after'), '1');
    await query(app, 'update open_calls set node_id = $2 where tenant_id = $1', [tenantId, own?.node_id]);
    const paused = await pause();
    assert.equal(paused.status, 200, paused.text);
    assert.equal(paused.headers.get('idempotent-replayed'), 'true');
    const [row] = await query(app, 'select due from recording_pauses where tenant_id = $1', [tenantId]);
    assert.equal(row?.due, null);
  });

  test('a recording that was paused very often is not paused again', async () => {
    const { api, callId, tenantId } = await onHold();
    for (const verb of ['recording/pause', 'recording/resume'] as const) await change(api, callId, verb);
    await query(
      app,
      `update recording_pauses set times = array(select times[1] from generate_series(1, 500)) where tenant_id = $1`,
      [tenantId],
    );
    assertProblem(await api.post(`/calls/${callId}/recording/pause`), 422, 'validation_failed');
  });
});
