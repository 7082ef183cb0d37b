import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCalls, type CallToBuild } from '../../test/build/build-calls.ts';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startTestApp } from '../../test/test-app.ts';
import { decodeId } from '../platform/ids.ts';

const app = await startTestApp();
const tenant = await buildTenant(app);
const staffId = await buildStaff(app, tenant.tenantId);
const at = new Date(Math.floor(Date.now() / 1_000 - 3_600) * 1_000);
const after = (seconds: number) => new Date(at.getTime() + seconds * 1_000).toISOString();

async function build(call: CallToBuild): Promise<string> {
  const [callId] = await buildCalls(app, tenant, [{ at, staffId, ...call }]);
  return callId as string;
}

async function detail(callId: string) {
  const answer = await tenant.api.get(`/calls/${callId}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}

const update = (callId: string, assignments: string) =>
  query(app, `update calls set ${assignments} where call_id = $1`, [decodeId('call', callId)]);

test('a call is read with all its data, its number in full', async () => {
  const callId = await build({ customerId: 42, externalId: 'crm-1', phoneNumber: '+81-90-1234-5678' });
  await update(
    callId,
    `hangup_by = 'customer', sip_code = 200, q850_cause = 16, staff_leg_status = 'ended', customer_leg_status = 'ended',
     metadata = '{"deal": "D-7"}',
     recording = '{"status": "ready", "duration_seconds": 60.5, "size_bytes": 9, "channels": 2, "file": "/secret.wav"}'`,
  );
  const unavailable = { status: 'unavailable', reason: 'not_analyzed', engine: null, completed_at: null };
  const call = await detail(callId);
  const { url, url_expires_at } = call.recording;
  assert.ok(url.startsWith(`${app.address}/listen/`), url);
  assert.ok(Date.parse(url_expires_at) > Date.now());
  assert.deepEqual(call, {
    call_id: callId,
    call_type: 'outbound',
    status: 'connected',
    phone_number: '+81-90-1234-5678',
    staff_id: staffId,
    project_id: tenant.projectId,
    started_at: after(7),
    ended_at: after(67),
    duration_seconds: 60,
    external_id: 'crm-1',
    customer_id: 42,
    initiated_at: after(0),
    answered_at: after(7),
    ring_seconds: 5,
    end_reason: 'completed',
    hangup_by: 'customer',
    sip_code: 200,
    q850_cause: 16,
    staff_leg_status: 'ended',
    customer_leg_status: 'ended',
    is_on_hold: false,
    hold_seconds: 0,
    holds: [],
    test: true,
    metadata: { deal: 'D-7' },
    note: null,
    tags: [],
    outcome: null,
    updated_at: after(67),
    recording: { status: 'ready', duration_seconds: 60.5, size_bytes: 9, channels: 2, pauses: [], url, url_expires_at },
    transcription: { ...unavailable, language: null, language_confidence: null, text: null, segments: [] },
    summary: {
      ...unavailable,
      method: null,
      language: null,
      text: null,
      key_points: [],
      keywords: [],
      action_items: null,
    },
    voice_analysis: {
      ...unavailable,
      duration_seconds: null,
      talk_ratio: null,
      silence: null,
      overlap: null,
      turn_switches: null,
      turn_switches_per_minute: null,
      speakers: null,
      sentiment: null,
      quality: null,
    },
  });
});

test('a transcript from before languages were detected has the fields that it lacks', async () => {
  const callId = await build({});
  const segment = { index: 0, speaker: 'staff', start_seconds: 0.2, end_seconds: 1.5, text: 'Hello.' };
  const stored = { status: 'ready', reason: null, engine: 'x', completed_at: after(9), language: 'en', text: 'Hello.' };
  await query(
    app,
    `insert into insights (tenant_id, is_test, call_id, language, transcription)
     select tenant_id, is_test, call_id, 'en', $2 from calls where call_id = $1`,
    [decodeId('call', callId), { ...stored, segments: [segment] }],
  );
  assert.deepEqual((await detail(callId)).transcription, {
    ...{ ...stored, language_confidence: null },
    segments: [{ ...segment, confidence: null, language: 'en' }],
  });
});

test('fields that a call does not have yet are null', async () => {
  const { call_id, ...initiating } = await detail(await build({ status: 'initiating' }));
  assert.match(call_id, /^call_[0-9A-HJKMNP-TV-Z]{26}$/);
  const { started_at, ended_at, answered_at, duration_seconds, ring_seconds, end_reason, external_id } = initiating;
  for (const value of [started_at, ended_at, answered_at, duration_seconds, ring_seconds, end_reason, external_id])
    assert.equal(value, null);
  const { customer_id, hangup_by, metadata, recording, transcription, summary, voice_analysis } = initiating;
  for (const value of [customer_id, hangup_by, metadata, recording, transcription, summary, voice_analysis])
    assert.equal(value, null);

  const ringing = await detail(await build({ status: 'ringing' }));
  assert.deepEqual([ringing.started_at, ringing.ring_seconds, ringing.duration_seconds], [after(1), null, null]);
});

test('a connected call has started when it was answered, and no insights until it has ended', async () => {
  const call = await detail(await build({ goesOn: true, ringSeconds: 3 }));
  assert.deepEqual([call.status, call.started_at, call.answered_at], ['connected', after(5), after(5)]);
  assert.deepEqual([call.ended_at, call.duration_seconds, call.ring_seconds], [null, null, 3]);
  assert.deepEqual([call.transcription, call.summary, call.voice_analysis], [null, null, null]);
});

test('a call that was not answered, or only by voicemail, has no answer time and no duration', async () => {
  for (const status of ['no_answer', 'voicemail', 'missed_call'] as const) {
    const call = await detail(await build({ status, ringSeconds: 12 }));
    assert.deepEqual([call.status, call.answered_at, call.duration_seconds], [status, null, 0]);
    assert.deepEqual([call.started_at, call.ended_at, call.ring_seconds], [after(1), after(14), 12]);
    assert.deepEqual([call.transcription, call.summary, call.voice_analysis], [null, null, null]);
  }
  const unrung = await build({ status: 'failed' });
  await update(unrung, 'ringing_at = null');
  assert.equal((await detail(unrung)).ring_seconds, null);
});

test('malformed ids, unknown ids, and calls of another tenant or the other kind of key are not found', async () => {
  const callId = await build({});
  const liveCallId = await build({ isTest: false });
  const live = client(app, (await buildKey(app, tenant.tenantId, { kind: 'live' })).key);
  const other = await buildTenant(app);

  assert.equal((await live.get(`/calls/${liveCallId}`)).body.data.test, false);
  assertProblem(await live.get(`/calls/${callId}`), 404, 'not_found');
  assertProblem(await tenant.api.get(`/calls/${liveCallId}`), 404, 'not_found');
  assertProblem(await other.api.get(`/calls/${callId}`), 404, 'not_found');
  const bad = ['call_0', callId.toLowerCase(), callId.slice(5), `${callId}0`, 'call_01KA3HDNJ47K45VGPGDPSZXXF4', '1'];
  for (const id of [...bad, decodeId('call', callId)])
    assertProblem(await tenant.api.get(`/calls/${id}`), 404, 'not_found');
});

test('reading a call needs its scope', async () => {
  const callId = await build({});
  const { key } = await buildKey(app, tenant.tenantId, { scopes: ['calls:initiate', 'reports:read'] });
  assertProblem(await client(app, key).get(`/calls/${callId}`), 403, 'insufficient_scope');
  assertProblem(await client(app).get(`/calls/${callId}`), 401, 'missing_api_key');
});
