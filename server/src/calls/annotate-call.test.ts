import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildCalls, type CallToBuild } from '../../test/build/build-calls.ts';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startTestApp, type TestAnswer, type TestClient } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { whileHeld } from '../../test/while-held.ts';
import { decodeId } from '../platform/ids.ts';

// Slow enough to annotate a call while its telephones ring.
const app = await startTestApp({ SIMULATOR_SPEED: 2, RATE_LIMIT: 0 });

async function builtCall(call: CallToBuild = {}) {
  const tenant = await buildTenant(app, { country: 'JP' });
  const staffId = await buildStaff(app, tenant.tenantId);
  const at = new Date(Date.now() - 600_000);
  const [callId = ''] = await buildCalls(app, tenant, [{ staffId, externalId: 'crm-1', at, ...call }]);
  return { ...tenant, staffId, callId, path: `/calls/${callId}` };
}

const dataOf = (answer: TestAnswer) => {
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
const detail = async (api: TestClient, path: string) => dataOf(await api.get(path));
const annotationOf = ({ note, tags, outcome, metadata }: Record<string, unknown>) => ({
  ...{ note, tags, outcome, metadata },
});
const eventsOf = (tenantId: number) =>
  query(
    app,
    `select type, data from events where tenant_id = $1 and type like 'call.%' order by (data ->> 'sequence')::int`,
    [tenantId],
  );
const none = { note: null, tags: [], outcome: null, metadata: null };

describe('annotations', { concurrency: true }, () => {
  test('a call has no annotation at first, and is updated when it ends', async () => {
    const { api, path } = await builtCall();
    const call = await detail(api, path);
    assert.deepEqual([annotationOf(call), call.updated_at], [none, call.ended_at]);
    const [ringing] = [await builtCall({ status: 'ringing' })];
    const open = await detail(ringing.api, ringing.path);
    assert.ok(open.updated_at >= open.started_at && open.updated_at >= open.initiated_at, open.updated_at);
  });

  test('only what is sent changes, null and [] clear, and strings lose surrounding white space', async () => {
    const { api, path } = await builtCall();
    const sent = { note: ' 折り返し\n金曜日 ', tags: ['b', ' あ い ', 'a'], outcome: ' sold ', metadata: { a: [1] } };
    const first = dataOf(await api.put(path, sent));
    const expected = { note: '折り返し\n金曜日', tags: ['b', 'あ い', 'a'], outcome: 'sold', metadata: { a: [1] } };
    assert.deepEqual(annotationOf(first), expected);
    const { updated_at } = first;
    assert.ok(updated_at > first.ended_at, updated_at);
    assert.deepEqual(await detail(api, path), first);

    const steps = [
      [{ outcome: null }, { ...expected, outcome: null }],
      [{ tags: ['a', 'b'] }, { ...expected, outcome: null, tags: ['a', 'b'] }],
      [{ tags: null }, { ...expected, outcome: null, tags: [] }],
      [{ metadata: {} }, { ...expected, outcome: null, tags: [], metadata: {} }],
      [
        { tags: ['x'], note: null, metadata: null },
        { ...none, tags: ['x'] },
      ],
      [{ tags: [] }, none],
    ] as const;
    for (const [change, after] of steps) {
      const call = dataOf(await api.put(path, change));
      assert.deepEqual(annotationOf(call), after, JSON.stringify(change));
    }
  });

  test('equal values change nothing, in whatever order the fields of the metadata are', async () => {
    const { api, path, tenantId } = await builtCall();
    const sent = { note: 'n', tags: ['a', 'b'], outcome: 'o', metadata: { a: 1, b: { c: [1, 2], d: null } } };
    const before = dataOf(await api.put(path, sent));
    const same = { ...sent, metadata: { b: { d: null, c: [1, 2] }, a: 1 } };
    for (const change of [{}, sent, same, { note: ' n ' }])
      assert.deepEqual(dataOf(await api.put(path, change)), before, JSON.stringify(change));
    assert.equal((await eventsOf(tenantId)).length, 1);
    assert.notEqual(dataOf(await api.put(path, { tags: ['b', 'a'] })).updated_at, before.updated_at);
    const untouched = await builtCall();
    const { updated_at } = await detail(untouched.api, untouched.path);
    assert.equal(dataOf(await untouched.api.put(untouched.path, none)).updated_at, updated_at);
  });

  test('the limits of the contract hold to the character, counted in code points', async () => {
    const { api, path } = await builtCall();
    const most = {
      note: '🙂'.repeat(10_000),
      tags: Array.from({ length: 20 }, (_, i) => `${'あ'.repeat(48)}${10 + i}`),
      outcome: '🙂'.repeat(50),
      metadata: { a: 'x'.repeat(16 * 1024 - 8) },
    };
    assert.deepEqual(annotationOf(dataOf(await api.put(path, most))), most);
    const faults = faultsOf(
      await api.put(path, {
        note: 'x'.repeat(10_001),
        tags: Array.from({ length: 21 }, (_, i) => `${i}`),
        outcome: 'x'.repeat(51),
        metadata: { a: 'x'.repeat(16 * 1024 - 7) },
      }),
    );
    assert.deepEqual(faults.sort(), ['metadata too_large', 'note too_long', 'outcome too_long', 'tags too_many']);
    assert.deepEqual(annotationOf(await detail(api, path)), most);
  });

  test('all faults are reported at once, and nothing is written', async () => {
    const { api, path, staffId, projectId } = await builtCall();
    const answer = await api.put(path, {
      ...{ note: 'a\0', outcome: '', metadata: [], nots: 'x' },
      ...{ external_id: null, staff_id: staffId + 1, project_id: projectId + 1, phone_number: '+819012345679' },
    });
    assert.deepEqual(faultsOf(answer).sort(), [
      ...['external_id immutable', 'metadata invalid_type', 'note invalid_characters', 'nots unknown_field'],
      ...['outcome too_short', 'phone_number immutable', 'project_id immutable', 'staff_id immutable'],
    ]);
    const bad: [object, string[]][] = [
      [{ tags: ['a', ' a'] }, ['tags[1] duplicate']],
      [{ tags: ['a', 'a', 'b,c', 'a'] }, ['tags[1] duplicate', 'tags[2] invalid_format', 'tags[3] duplicate']],
      [
        { tags: ['a,b', '', 5, 'x'.repeat(51)] },
        ['tags[0] invalid_format', 'tags[1] too_short', 'tags[2] invalid_type', 'tags[3] too_long'],
      ],
      [{ tags: 'a' }, ['tags invalid_type']],
      [{ outcome: 'a,b' }, ['outcome invalid_format']],
      [{ staff_id: null, phone_number: null }, ['phone_number immutable', 'staff_id immutable']],
    ];
    for (const [change, faults] of bad) assert.deepEqual(faultsOf(await api.put(path, change)).sort(), faults);
    assert.deepEqual(annotationOf(await detail(api, path)), none);
  });

  test('the whole detail can be sent back, with its own number however it is written', async () => {
    const { api, path, tenantId } = await builtCall({ phoneNumber: '+81-90-1234-5678' });
    await query(app, `update calls set e164 = '+819012345678' where tenant_id = $1`, [tenantId]);
    const call = await detail(api, path);
    assert.deepEqual(dataOf(await api.put(path, call)), call);
    for (const phone_number of ['819*****5678', '+819012345678', '090-1234-5678', '+81 90 1234 5678'])
      assert.deepEqual(dataOf(await api.put(path, { ...call, phone_number })), call, phone_number);
    for (const phone_number of ['819*****5679', '090-1234-5679', 'x', ''])
      assert.deepEqual(faultsOf(await api.put(path, { ...call, phone_number })), ['phone_number immutable']);
    const changed = dataOf(await api.put(path, { ...call, note: 'Seen.', status: 'busy', duration_seconds: 9 }));
    assert.deepEqual(changed, { ...call, note: 'Seen.', updated_at: changed.updated_at });
  });

  test('each change sends one event, with tags and outcome and without the note', async () => {
    const { api, path, tenantId, projectId, callId, staffId } = await builtCall();
    const customer = { project_id: projectId, name: 'Taro', external_id: 'crm-c-1' };
    const { customer_id } = (await api.post('/customers', customer)).body.data;
    await query(app, 'update calls set customer_id = $2 where tenant_id = $1', [tenantId, customer_id]);
    await api.put(path, { note: 'Secret.', tags: ['b', 'a'] });
    await api.put(path, { outcome: 'sold', tags: null });
    await api.put(path, { metadata: { a: 1 } });
    const call = await detail(api, path);
    const events = await eventsOf(tenantId);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.sequence, data.tags, data.outcome]),
      [
        ['call.updated', 2, ['b', 'a'], null],
        ['call.updated', 3, [], 'sold'],
        ['call.updated', 4, [], 'sold'],
      ],
    );
    assert.ok(!JSON.stringify(events).includes('Secret'));
    assert.deepEqual(events[2]?.data, {
      ...{ call_id: callId, call_type: 'outbound', status: 'connected', phone_number: '819*****5678' },
      ...{ staff_id: staffId, project_id: projectId, started_at: call.started_at, ended_at: call.ended_at },
      ...{ duration_seconds: 60, external_id: 'crm-1', initiated_at: call.initiated_at, answered_at: call.answered_at },
      ...{ customer_id, customer_external_id: 'crm-c-1', metadata: { a: 1 }, end_reason: 'completed' },
      ...{ hangup_by: null, recording: 'none', sequence: 4, tags: [], outcome: 'sold' },
    });
  });

  test('a key that may not read calls sees neither number nor transcript, and may write', async () => {
    const { api, path, tenantId } = await builtCall();
    const recording = { status: 'ready', duration_seconds: 60, size_bytes: 9, channels: 2 };
    const [row] = await query(app, 'update calls set recording = $2 where tenant_id = $1 returning call_id, is_test', [
      ...[tenantId, recording],
    ]);
    const head = { status: 'ready', reason: null, engine: 'e', completed_at: '2026-11-15T09:33:02.340Z' };
    const segment = { index: 0, speaker: 'staff', start_seconds: 0, end_seconds: 1, text: 'Confidential.' };
    await query(
      app,
      `insert into insights (tenant_id, is_test, call_id, language, transcription, summary) values ($1, $2, $3, 'en', $4, $5)`,
      [
        ...[tenantId, row?.is_test, row?.call_id],
        { ...head, language: 'en', text: 'Confidential.', segments: [segment] },
        { ...head, method: 'extractive', language: 'en', text: 'Confidential.', key_points: [], keywords: [] },
      ],
    );
    const writer = client(app, (await buildKey(app, tenantId, { scopes: ['calls:initiate'] })).key);
    const answer = await writer.put(path, { note: 'n' });
    const { phone_number, transcription, summary, recording: link, note } = dataOf(answer);
    assert.deepEqual([phone_number, link.url, link.url_expires_at, note], ['819*****5678', null, null, 'n']);
    assert.deepEqual([transcription, summary], [head, head]);
    assert.ok(!/Confidential|9012345678/.test(answer.text), answer.text);
    assert.deepEqual(dataOf(await writer.put(path, dataOf(answer))), dataOf(answer), 'it can be sent back too');

    // It must not find out the number by trying.
    for (const phone_number of ['+819012345678', '+819099995678', '090-0000-5678'])
      assert.equal((await writer.put(path, { phone_number })).status, 200, phone_number);
    for (const phone_number of ['+819012345679', '', null])
      assert.equal((await writer.put(path, { phone_number })).status, 422, `${phone_number}`);

    const read = dataOf(await api.put(path, {}));
    assert.deepEqual([read.phone_number, read.transcription.text], ['+819012345678', 'Confidential.']);
    assert.ok(read.recording.url, answer.text);
    const reader = client(app, (await buildKey(app, tenantId, { scopes: ['calls:read'] })).key);
    assertProblem(await reader.put(path, { note: 'x' }), 403, 'insufficient_scope');
  });

  test("another tenant's, another mode's and unknown calls are not found", async () => {
    const { api, path, tenantId } = await builtCall();
    const stranger = await buildTenant(app);
    const live = client(app, (await buildKey(app, tenantId, { kind: 'live' })).key);
    for (const other of [stranger.api, live]) assertProblem(await other.put(path, { note: 'x' }), 404, 'not_found');
    assertProblem(await api.put('/calls/call_1', { nots: 'x' }), 404, 'not_found');
    assert.equal((await detail(api, path)).note, null);
  });

  test('annotations during a call neither lose its progress nor are lost by it', async () => {
    const { api, tenantId, projectId } = await buildTenant(app);
    const staff_id = await buildStaff(app, tenantId);
    const body = { staff_id, project_id: projectId, phone_number: '+819012345678', metadata: { first: true } };
    const path = `/calls/${dataOf(await api.post('/calls/initiate', body)).call_id}`;
    let n = 0;
    const annotate = async () => {
      for (;;) {
        const call = dataOf(await api.put(path, { tags: [`t${++n}`], note: `n${n}`, metadata: { n } }));
        if (call.ended_at) return;
      }
    };
    await annotate();
    const call = await until(async () => {
      const read = await detail(api, path);
      return read.recording && read;
    });
    assert.deepEqual([call.status, call.end_reason, call.outcome], ['connected', 'completed', null]);
    assert.deepEqual([call.tags, call.note, call.metadata], [[`t${n}`], `n${n}`, { n }]);
    const events = (await eventsOf(tenantId)).filter(({ type }) => type !== 'call.analyzed');
    assert.deepEqual(
      events.map(({ data }) => data.sequence),
      events.map((_event, i) => i + 1),
    );
    const own = events.filter(({ type }) => type !== 'call.updated');
    assert.deepEqual(
      own.map(({ type, data }) => [type, data.recording, data.hangup_by]),
      [
        ['call.initiated', 'pending', null],
        ['call.ringing', 'pending', null],
        ['call.connected', 'pending', null],
        ['call.completed', 'ready', call.hangup_by],
      ],
    );
    assert.equal(events.length, n + own.length);
  });

  test('concurrent annotations of one call wait for each other, and each changes its own field', async () => {
    const { api, path, callId } = await builtCall();
    const hold: [string, unknown] = ['select from calls where call_id = $1 for update', decodeId('call', callId)];
    const changes = [{ note: 'n' }, { tags: ['t'] }, { outcome: 'o' }, { metadata: { m: 1 } }];
    await whileHeld(
      app,
      hold,
      changes.map((change) => () => api.put(path, change)),
    );
    assert.deepEqual(annotationOf(await detail(api, path)), { ...Object.assign({}, ...changes) });
  });
});
