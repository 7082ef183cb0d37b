import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKey, buildProject, buildStaff, buildTenant, query, type TestTenant } from '../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp, type TestAnswer, type TestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';

const app = await startTestApp();
/** Its calls last for seconds, so that a busy machine can ask for others meanwhile. */
const slow = await startNode(app.databaseUrl, { SIMULATOR_SPEED: 3 });

/** A tenant that can call: an active staff member, a test key and a live one. */
async function callers({ at = app, ...options }: { country?: string; at?: TestApp } = {}) {
  const tenant = await buildTenant(at, options);
  const staffId = await buildStaff(at, tenant.tenantId);
  const live = client(at, (await buildKey(app, tenant.tenantId, { kind: 'live' })).key);
  return { ...tenant, staffId, live, call: { staff_id: staffId, project_id: tenant.projectId } };
}

const number = '+81 90-1234-5678'.replaceAll(' ', '');

async function callsOf({ tenantId }: Pick<TestTenant, 'tenantId'>) {
  return query(app, 'select * from calls where tenant_id = $1 order by call_id', [tenantId]);
}

async function ended(api: { get(path: string): Promise<TestAnswer> }, callId: string) {
  return until(async () => {
    const { body } = await api.get(`/calls/${callId}`);
    return body.data.ended_at !== null && body.data;
  });
}

const codeOf = ({ code }: { code: string }) => code;

test('a call is accepted, answered at once and carried to its end', async () => {
  const { api, call, staffId, tenantId } = await callers();
  const answer = await api.post('/calls/initiate', {
    ...call,
    phone_number: number,
    external_id: ' crm-1 ',
    metadata: { ' deal ': ' 7 ' },
  });
  assert.equal(answer.status, 200);
  const { data } = answer.body;
  assert.deepEqual(Object.keys(data), ['call_id', 'status', 'staff_id', 'initiated_at']);
  assert.match(data.call_id, /^call_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.deepEqual([data.status, data.staff_id], ['initiating', staffId]);
  assert.match(data.initiated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

  const over = await ended(api, data.call_id);
  assert.deepEqual(
    [over.status, over.phone_number, over.external_id, over.metadata, over.test, over.initiated_at],
    ['connected', number, 'crm-1', { ' deal ': ' 7 ' }, true, data.initiated_at],
  );
  assert.equal(over.duration_seconds, Math.floor((Date.parse(over.ended_at) - Date.parse(over.answered_at)) / 1_000));

  const events = await query(
    app,
    `select type, is_test, data from events where tenant_id = $1 and type like 'call.%' order by (data ->> 'sequence')::int`,
    [tenantId],
  );
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.sequence, data.status]),
    [
      ['call.initiated', 1, 'initiating'],
      ['call.ringing', 2, 'ringing'],
      ['call.connected', 3, 'connected'],
      ['call.completed', 4, 'connected'],
    ],
  );
  for (const event of events) {
    assert.equal(event.is_test, true);
    assert.deepEqual([event.data.phone_number, event.data.external_id], ['819*****5678', 'crm-1']);
    assert.deepEqual(Object.keys(event.data).slice(-9), [
      ...['initiated_at', 'answered_at', 'customer_id', 'customer_external_id', 'metadata', 'end_reason', 'hangup_by'],
      ...['recording', 'sequence'],
    ]);
  }
});

const endings = {
  '0001': ['no_answer', 'no_answer'],
  '0002': ['busy', 'busy'],
  '0003': ['rejected', 'rejected'],
  '0004': ['failed', undefined],
  '0005': ['failed', 'staff_no_answer'],
  '0006': ['canceled', 'canceled_by_staff'],
  '0007': ['voicemail', 'voicemail'],
  '0008': ['no_answer', 'no_answer'],
} as const;

for (const [digits, [status, reason]] of Object.entries(endings))
  test(`a test call to a number that ends in ${digits} ends as ${status}, with one call.missed`, async () => {
    const { api, call, tenantId } = await callers();
    const { body } = await api.post('/calls/initiate', { ...call, phone_number: `+8190123${digits}` });
    const over = await ended(api, body.data.call_id);
    assert.equal(over.status, status);
    if (reason) assert.equal(over.end_reason, reason);
    assert.deepEqual([over.duration_seconds, over.answered_at], [0, null]);
    assert.deepEqual([over.transcription, over.summary, over.voice_analysis], [null, null, null]);
    const ends = await query(
      app,
      `select type from events where tenant_id = $1 and type in ('call.completed', 'call.missed') and data ->> 'call_id' = $2`,
      [tenantId, body.data.call_id],
    );
    assert.deepEqual(ends, [{ type: 'call.missed' }]);
  });

test('0008 is followed by one missed call from that number', async () => {
  const { api, call, tenantId, projectId } = await callers();
  await api.post('/calls/initiate', { ...call, phone_number: '+81901230008' });
  const inbound = await until(async () =>
    (await callsOf({ tenantId })).find((row) => row.call_type === 'inbound' && row.ended_at),
  );
  assert.deepEqual(
    [inbound.status, inbound.phone_number, Number(inbound.project_id), inbound.staff_id],
    ['missed_call', '+81901230008', projectId, null],
  );
  assert.equal((await callsOf({ tenantId })).length, 2);
});

test('an external_id is used once in a tenant, over both modes, and a key reads only calls of its own mode', async () => {
  const one = await callers();
  const wanted = { ...one.call, phone_number: number, external_id: 'deal' };
  const { body } = await one.api.post('/calls/initiate', wanted);
  const [again] = assertProblem(await one.api.post('/calls/initiate', wanted), 409, 'duplicate_external_id');
  assert.equal(again?.call_id, body.data.call_id);
  const [hidden] = assertProblem(await one.live.post('/calls/initiate', wanted), 409, 'duplicate_external_id');
  assert.ok(hidden && !('call_id' in hidden), 'a live key may not read the test call');
  assert.equal((await callsOf(one)).length, 1);

  const two = await callers();
  assert.equal(
    (await two.api.post('/calls/initiate', { ...two.call, phone_number: number, external_id: 'deal' })).status,
    200,
  );
});

test('one of twenty equal concurrent requests is accepted, and one phone rings', async () => {
  const { api, call, tenantId } = await callers();
  const wanted = { ...call, phone_number: number, external_id: 'once' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/calls/initiate', wanted)));
  const accepted = answers.filter(({ status }) => status === 200);
  assert.equal(accepted.length, 1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    assert.equal(assertProblem(answer, 409, 'duplicate_external_id')[0]?.call_id, accepted[0]?.body.data.call_id);
  assert.equal((await callsOf({ tenantId })).length, 1);
});

test('many different concurrent requests are accepted or refused one by one', async () => {
  const [one, two] = [await callers(), await callers()];
  const known = (i: number) => ({ ...one.call, phone_number: `+8190${20_001_000 + i}`, external_id: `mixed-${i}` });
  const kinds = [
    { body: known, expected: [200] },
    { body: (i: number) => ({ ...known(i), staff_id: two.staffId }), expected: [422, 'staff_not_found'] },
    { body: (i: number) => ({ ...known(i), project_id: two.projectId }), expected: [422, 'project_not_found'] },
    {
      body: (i: number) => ({ ...known(i), external_id: undefined, metadata: { i, '\u7530': ['"', 1e300] } }),
      expected: [200],
    },
  ];
  const asked = Array.from({ length: 120 }, (_, i) => ({ i, ...(kinds[i % 4] as (typeof kinds)[number]) }));
  const answers = await Promise.all(asked.map(({ i, body }) => one.api.post('/calls/initiate', body(i))));
  for (const [n, { status, body }] of answers.entries())
    assert.deepEqual([status, ...(body.error?.details ?? []).map(codeOf)], asked[n]?.expected);

  const ids = answers.flatMap(({ body }) => body.data?.call_id ?? []);
  const rows = await callsOf(one);
  assert.deepEqual([ids.length, new Set(ids).size, rows.length], [60, 60, 60]);
  for (const { i, body } of asked.filter(({ expected }) => expected[0] === 200)) {
    const call = (await one.api.get(`/calls/${answers[i]?.body.data.call_id}`)).body.data;
    const { phone_number, external_id = null, metadata = null } = body(i) as { [name: string]: unknown };
    assert.deepEqual([call.phone_number, call.external_id, call.metadata], [phone_number, external_id, metadata]);
  }
  // A refused call leaves nothing behind: its external_id is still available.
  assert.equal((await one.api.post('/calls/initiate', known(1))).status, 200);
  assert.equal((await callsOf(two)).length, 0);
});

test('live calls with one external_id: where the first is refused because its staff member is busy, the next may have it', async () => {
  const { live, call, tenantId } = await callers({ at: slow });
  const free = await buildStaff(app, tenantId);
  assert.equal((await live.post('/calls/initiate', { ...call, phone_number: number })).status, 200);
  const wanted = { ...call, phone_number: number, external_id: 'deal' };
  const [busy, accepted] = await Promise.all([
    live.post('/calls/initiate', wanted),
    live.post('/calls/initiate', { ...wanted, staff_id: free }),
  ]);
  assertProblem(busy, 409, busy.body.error.code === 'staff_busy' ? 'staff_busy' : 'duplicate_external_id');
  assert.equal(accepted.status, 200);
});

test('the same request with an Idempotency-Key is one call', async () => {
  const { api, call, tenantId } = await callers();
  const send = () => api.post('/calls/initiate', { ...call, phone_number: number }, { 'idempotency-key': 'k-1' });
  const first = await send();
  const again = await send();
  assert.deepEqual([again.status, again.text, again.headers.get('idempotent-replayed')], [200, first.text, 'true']);
  await ended(api, first.body.data.call_id);
  assert.equal((await callsOf({ tenantId })).length, 1);
});

test('a staff member has one live call at a time, and any number of test calls', async () => {
  const { api, live, call } = await callers({ at: slow });
  const wanted = { ...call, phone_number: number };
  const start = (i: number) => live.post('/calls/initiate', { ...wanted, ...(i % 2 && { external_id: `busy-${i}` }) });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => start(i)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409, 409, 409]);
  for (const answer of answers.filter(({ status }) => status === 409)) assertProblem(answer, 409, 'staff_busy');
  const tests = await Promise.all(Array.from({ length: 4 }, () => api.post('/calls/initiate', wanted)));
  assert.deepEqual(
    tests.map(({ status }) => status),
    [200, 200, 200, 200],
  );

  const going = answers.find(({ status }) => status === 200);
  await ended(live, going?.body.data.call_id);
  await until(async () => (await live.post('/calls/initiate', wanted)).status === 200);
});

test('a call is linked to the customer who has that number', async () => {
  const { api, call, projectId } = await callers({ country: 'JP' });
  const other = await callers({ country: 'JP' });
  await other.api.post('/customers', { project_id: other.projectId, name: 'Other', tel1: number });
  const { body: customer } = await api.post('/customers', { project_id: projectId, name: 'Taro', tel2: number });
  for (const [phone_number, customer_id] of [
    ['090-1234-5678', customer.data.customer_id],
    ['+819012345678', customer.data.customer_id],
    ['090-1234-9999', null],
  ]) {
    const { body } = await api.post('/calls/initiate', { ...call, phone_number });
    assert.equal((await api.get(`/calls/${body.data.call_id}`)).body.data.customer_id, customer_id);
  }
});

test('all faults of a request are reported at once, and nothing is done', async () => {
  const tenant = await callers();
  const other = await callers();
  const { tenantId, api, call } = tenant;
  const cases: [object, string[]][] = [
    [{}, ['phone_number required', 'project_id required', 'staff_id required']],
    [{ ...call, phone_number: number, staff_id: other.staffId }, ['staff_id staff_not_found']],
    [{ ...call, phone_number: number, project_id: other.projectId }, ['project_id project_not_found']],
    [
      { phone_number: 'x', staff_id: 999_999, project_id: other.projectId, external_id: '' },
      ['external_id too_short', 'phone_number too_short', 'project_id project_not_found', 'staff_id staff_not_found'],
    ],
    [{ ...call, phone_number: number, staff_id: `${call.staff_id}` }, ['staff_id invalid_type']],
    [{ ...call, phone_number: number, external_id: 'x'.repeat(256) }, ['external_id too_long']],
    [{ ...call, phone_number: number, metadata: [] }, ['metadata invalid_type']],
    [{ ...call, phone_number: number, metadata: { a: 'x'.repeat(16 * 1024) } }, ['metadata too_large']],
    [{ ...call, phone_number: number, metadata: { a: 'a\u0000' } }, ['metadata.a invalid_characters']],
    [{ ...call, phone_numbr: number }, ['phone_number required', 'phone_numbr unknown_field']],
  ];
  for (const [body, faults] of cases) {
    const details = assertProblem(await api.post('/calls/initiate', body), 422, 'validation_failed');
    assert.deepEqual(details.map(({ field, code }) => `${field} ${code}`).toSorted(), faults, JSON.stringify(body));
  }
  const inactive = await buildProject(app, tenantId, false);
  const [detail] = assertProblem(
    await api.post('/calls/initiate', { ...call, phone_number: number, project_id: inactive }),
    422,
    'validation_failed',
  );
  assert.equal(detail?.code, 'project_not_found');
  assert.deepEqual(await callsOf(tenant), []);
});

test('a number has 7 to 20 digits, hyphens and a plus in front', async () => {
  const { api, call } = await callers();
  const good = ['1234567', '+123456', '12345678901234567890', '---123-', '+81-90-1234-5678', '000-0000'];
  const bad = [
    '123456',
    '123456789012345678901',
    '12+34567',
    '++1234567',
    ' 1234567',
    '1234567 ',
    '123 4567',
    '123.4567',
  ].concat(['(123)4567', '-------', '+-----12', 'abcdefg', '１２３４５６７', '']);
  for (const phone_number of good)
    assert.equal((await api.post('/calls/initiate', { ...call, phone_number })).status, 200, phone_number);
  for (const phone_number of bad)
    assertProblem(await api.post('/calls/initiate', { ...call, phone_number }), 422, 'validation_failed');
});

test('external_id null means none', async () => {
  const { api, call } = await callers();
  for (const _ of [1, 2])
    assert.equal((await api.post('/calls/initiate', { ...call, phone_number: number, external_id: null })).status, 200);
});

test('without an engine a live call is 503 and nothing is done, and test calls go on', async () => {
  const bare = await startTestApp({ DATABASE_URL: 'postgres://somewhere.example/db' });
  const tenant = await buildTenant(bare);
  const staffId = await buildStaff(bare, tenant.tenantId);
  const live = client(bare, (await buildKey(bare, tenant.tenantId, { kind: 'live' })).key);
  const wanted = { staff_id: staffId, project_id: tenant.projectId, phone_number: number, external_id: 'e' };
  const refused = await live.post('/calls/initiate', wanted);
  assertProblem(refused, 503, 'unavailable');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assertProblem(await live.post('/calls/initiate', { ...wanted, staff_id: 999_999 }), 422, 'validation_failed');
  assert.deepEqual(await query(bare, 'select * from call_external_ids'), []);
  assert.equal((await tenant.api.post('/calls/initiate', wanted)).status, 200);
});

test('live calls have a limit of their own for each key, and test calls have none', async () => {
  const limited = await startTestApp({ LIVE_CALL_RATE_LIMIT: 3 });
  const { tenantId, projectId, api } = await buildTenant(limited);
  const staff_id = await buildStaff(limited, tenantId);
  const live = client(limited, (await buildKey(limited, tenantId, { kind: 'live' })).key);
  const start = (by: typeof live) => by.post('/calls/initiate', { staff_id, project_id: projectId, phone_number: '1' });
  for (const remaining of [2, 1, 0]) {
    const { headers } = await start(live);
    assert.equal(headers.get('ratelimit-policy'), '"requests";q=3000;w=60, "live_calls";q=3;w=60');
    assert.match(headers.get('ratelimit') ?? '', new RegExp(`, "live_calls";r=${remaining};t=\\d+$`));
  }
  const refused = await start(live);
  assertProblem(refused, 429, 'rate_limited');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  const today = new Date().toISOString().slice(0, 10);
  assert.equal((await live.get(`/calls?from=${today}&to=${today}`)).status, 200);
  assertProblem(await start(api), 422, 'validation_failed');
});

test('a key without the scope starts nothing', async () => {
  const tenant = await callers();
  const reader = client(app, (await buildKey(app, tenant.tenantId, { scopes: ['calls:read'] })).key);
  assertProblem(
    await reader.post('/calls/initiate', { ...tenant.call, phone_number: number }),
    403,
    'insufficient_scope',
  );
  assert.deepEqual(await callsOf(tenant), []);
});
