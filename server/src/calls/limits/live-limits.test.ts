import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { buildCalls } from '../../../test/build/build-calls.ts';
import { buildKey, buildStaff, buildTenant, query } from '../../../test/builders.ts';
import {
  assertProblem,
  client,
  startNode,
  startTestApp,
  type TestAnswer,
  type TestClient,
} from '../../../test/test-app.ts';
import { until } from '../../../test/until.ts';
import { localDay } from '../../platform/time/local-day.ts';

// Two nodes whose calls go on until they are hung up. Live calls are simulated here, but limited like real ones.

const app = await startTestApp({ SIMULATOR_SPEED: 0.01 });
const other = await startNode(app.databaseUrl, { SIMULATOR_SPEED: 0.01 });
const number = '+81-90-1234-5678';

type Limits = { allowed_countries?: string[]; most_live_calls?: number; most_daily_live_calls?: number };

const setLimits = (tenantId: number, limits: Limits) =>
  query(
    app,
    'update tenants set allowed_countries = $2, most_live_calls = $3, most_daily_live_calls = $4 where tenant_id = $1',
    [tenantId, limits.allowed_countries, limits.most_live_calls, limits.most_daily_live_calls],
  );

/** A tenant with limits, and a staff member for each simultaneous call. */
async function limited(limits: Limits, staff = 1) {
  const tenant = await buildTenant(app, { country: 'JP' });
  await setLimits(tenant.tenantId, limits);
  const staffIds: number[] = [];
  for (let i = 0; i < staff; i++) staffIds.push(await buildStaff(app, tenant.tenantId));
  const { key } = await buildKey(app, tenant.tenantId, { kind: 'live' });
  const start = (fields: object = {}, by: TestClient = client(app, key), headers = {}) => {
    const call = { staff_id: staffIds[0], project_id: tenant.projectId, phone_number: number, ...fields };
    return by.post('/calls/initiate', call, headers);
  };
  return { ...tenant, staffIds, start, live: client(app, key), nodes: [client(app, key), client(other, key)] as const };
}

const rowsOf = async (table: string, tenantId: number) =>
  Number((await query(app, `select count(*) from ${table} where tenant_id = $1`, [tenantId]))[0]?.count);
const allRows = (tenantId: number) =>
  Promise.all(['calls', 'open_calls', 'call_external_ids', 'events'].map((table) => rowsOf(table, tenantId)));

function assertLimited(answer: TestAnswer, message: RegExp): number {
  assertProblem(answer, 429, 'rate_limited');
  assert.match(answer.body.error.message, message);
  return Number(answer.headers.get('retry-after'));
}

const statuses = (answers: TestAnswer[]) => answers.map(({ status }) => status).toSorted();
const times = (status: number, n: number) => Array.from({ length: n }, () => status);

for (const [name, limits, message] of [
  ['at a time', { most_live_calls: 5 }, /^This tenant has reached its limit of 5 live calls at the same time\./],
  ['a day', { most_daily_live_calls: 5 }, /^This tenant has reached its limit of 5 live calls per day\./],
] as const)
  test(`with 5 calls allowed ${name}, 5 of 20 calls at once on two nodes are accepted, and the others leave nothing`, async () => {
    const { tenantId, staffIds, start, nodes } = await limited(limits, 20);
    const ask = (staff_id: number, i: number) => {
      const headers = i % 3 === 0 ? { 'idempotency-key': `once-${i}` } : {};
      return start({ staff_id, external_id: `deal-${i}` }, nodes[i % 2], headers);
    };
    const answers = await Promise.all(staffIds.map(ask));
    assert.deepEqual(statuses(answers), [...times(200, 5), ...times(429, 15)]);
    for (const answer of answers.filter(({ status }) => status === 429))
      assert.ok(assertLimited(answer, message) > 0, 'Retry-After');
    assert.deepEqual(await allRows(tenantId), [5, 5, 5, 5]);
    assert.deepEqual(
      await query(app, 'select status from kept_answers where tenant_id = $1 and status <> 200', [tenantId]),
      [],
    );
  });

test('an ended call frees a place among concurrent calls, but not among those of the day', async () => {
  const { start, live, staffIds } = await limited({ most_live_calls: 1, most_daily_live_calls: 2 }, 2);
  const [first, second] = staffIds;
  const hangUp = (answer: TestAnswer) => live.post(`/calls/${answer.body.data.call_id}/hangup`);
  const one = await start({ staff_id: first });
  assert.equal(one.status, 200);
  assert.equal(assertLimited(await start({ staff_id: second }), /limit of 1 live call at the same time/), 5);
  await hangUp(one);
  const two = await until(async () => {
    const answer = await start({ staff_id: second });
    return answer.status === 200 && answer;
  });
  assertLimited(await start({ staff_id: first }), /limit of 2 live calls per day/);
  await hangUp(two);
  assertLimited(await start({ staff_id: first }), /limit of 2 live calls per day/);
});

test('the day is that of the tenant, and calls of the day before, test calls and those that come in do not count', async () => {
  // A time zone in which it is about noon, so that midnight does not interfere.
  const offset = 12 - new Date().getUTCHours();
  const timezone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
  const tenant = await limited({ most_daily_live_calls: 3, most_live_calls: 10 });
  await query(app, 'update tenants set timezone = $2 where tenant_id = $1', [tenant.tenantId, timezone]);
  const { start: midnight, end } = localDay(new Date(), timezone);
  await buildCalls(app, tenant, [
    { at: new Date(midnight.getTime() - 1), isTest: false },
    { at: midnight, isTest: true },
    { at: midnight, isTest: false, callType: 'inbound', status: 'missed_call' },
    { at: midnight, isTest: false },
    { at: midnight, isTest: false, status: 'busy' },
  ]);
  assert.equal((await tenant.start()).status, 200);
  const secondsLeft = () => (end.getTime() - Date.now()) / 1_000;
  const before = secondsLeft();
  const wait = assertLimited(
    await tenant.start(),
    new RegExp(`when the day ends \\(${timezone.replace('+', '\\+')}\\)`),
  );
  assert.ok(wait <= before + 5 && wait >= secondsLeft() - 5, `${wait}`);

  await until(async () => (await rowsOf('call_count_changes', tenant.tenantId)) === 0); // Folding does not change the number.
  assertLimited(await tenant.start(), /limit of 3 live calls per day/);
});

test('a call refused for another reason uses no capacity, and faults come before limits', async () => {
  const { start, staffIds, projectId } = await limited({ most_live_calls: 2 }, 3);
  const [first, second, third] = staffIds;
  const outcomes = await Promise.all([
    start({ staff_id: first }),
    start({ staff_id: first }),
    start({ staff_id: 999_999 }),
    start({ staff_id: second, project_id: 999_999 }),
    start({ staff_id: second }),
  ]);
  assert.deepEqual(
    outcomes
      .filter(({ status }) => status === 200)
      .map(({ body }) => body.data.staff_id)
      .toSorted(),
    [first, second],
  );
  assertLimited(await start({ staff_id: third }), /limit of 2 live calls at the same time/);
  const faulty = await start({ staff_id: 999_999, project_id: projectId + 999_999 });
  assert.equal(assertProblem(faulty, 422, 'validation_failed').length, 2);
});

test('0 lets no live call through', async () => {
  for (const limits of [{ most_live_calls: 0 }, { most_daily_live_calls: 0 }])
    assertLimited(await (await limited(limits)).start(), /limit of 0 live calls (at the same time|per day)\./);
});

test('test calls are not limited, nor are other tenants', async () => {
  const { api, start } = await limited({ most_live_calls: 0, most_daily_live_calls: 0, allowed_countries: ['US'] });
  assert.equal((await start({}, api)).status, 200);
  assert.equal((await (await limited({})).start()).status, 200);
});

test("only a tenant's own live calls wait for its limits", async () => {
  const one = await limited({ most_live_calls: 5 });
  const two = await limited({ most_live_calls: 5 });
  const countriesOnly = await limited({ allowed_countries: ['JP'] });
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  for (const { tenantId } of [one, countriesOnly])
    await holder.query('select pg_advisory_xact_lock(hashint8extended($1, 6))', [tenantId]);

  let isAnswered = false;
  const waiting = one.start().then((answer) => {
    isAnswered = true;
    return answer;
  });
  for (const answer of [await one.start({}, one.api), await two.start(), await countriesOnly.start()])
    assert.equal(answer.status, 200);
  assert.equal(isAnswered, false);
  await holder.end();
  assert.equal((await waiting).status, 200);
});

test('a limit that is set acts on keys that are in use, on every node', async () => {
  const { tenantId, start, nodes, staffIds } = await limited({}, 2);
  for (const [i, node] of nodes.entries()) assert.equal((await start({ staff_id: staffIds[i] }, node)).status, 200);
  await setLimits(tenantId, { most_live_calls: 1 });
  for (const node of nodes) await until(async () => (await start({}, node)).status === 429);
});

const allowed = [
  '+819012345678',
  '090-1234-5678',
  '+1-212-555-0100', // The United States.
  '+1-787-555-0100', // Puerto Rico, which is on the list.
  '+44-20-7946-0000',
];
const barred = [
  '+1-416-555-0100', // Canada shares the code of the United States,
  '+1-876-555-0100', // as do Jamaica
  '+1-242-359-1234', // and the Bahamas.
  '+1-555-555-1234', // An unassigned area code.
  '+44-1534-456789', // Jersey.
  '+82-2-312-3456',
  '+881-6-1234-5678', // Satellites,
  '+882-16-1234-567',
  '+883-5100-01234567',
  '+870-773-123456',
  '+979-1-2345-6789', // premium numbers,
  '+800-1234-5678',
  '+999-1234-5678', // and an invalid country code.
  '010-1-876-555-0100', // Dialed as from Japan.
  '---110-', // It is unknown how the carrier would interpret it.
];

test('a live call goes to countries of the list alone', async () => {
  const allowed_countries = ['JP', 'US', 'PR', 'GB'];
  const { start, staffIds, live } = await limited({ allowed_countries }, allowed.length);
  for (const [i, phone_number] of allowed.entries())
    assert.equal((await start({ phone_number, staff_id: staffIds[i] })).status, 200, phone_number);
  for (const phone_number of barred) {
    const [detail, ...others] = assertProblem(await start({ phone_number }), 422, 'validation_failed');
    assert.deepEqual(
      [detail?.field, detail?.code, others],
      ['phone_number', 'destination_not_allowed', []],
      phone_number,
    );
    assert.deepEqual(detail?.allowed_countries, allowed_countries);
  }
  const refused = await live.post('/calls/initiate', { phone_number: '+82-2-312-3456' }, { 'idempotency-key': 'k' });
  assert.equal(refused.status, 422);
});

test('without a list a live call goes anywhere', async () => {
  const { start, staffIds } = await limited({ most_live_calls: 100 }, barred.length);
  for (const [i, phone_number] of barred.entries())
    assert.equal((await start({ phone_number, staff_id: staffIds[i] })).status, 200, phone_number);
});

test('an outside number of the staff member is a destination too, and an internal phone is not', async () => {
  const { start, staffIds, tenantId } = await limited({ allowed_countries: ['JP'] }, 4);
  const [abroad, inside, sip, nowhere] = staffIds;
  const setPhone = (staffId: number | undefined, phone: string) =>
    query(app, 'update staff set phone = $2 where staff_id = $1', [staffId, phone]);
  await setPhone(abroad, '+18765550100');
  await setPhone(inside, '+81312345678');
  await setPhone(sip, 'sip:alice@pbx.example');
  for (const staff_id of [inside, sip, nowhere]) assert.equal((await start({ staff_id })).status, 200);
  const before = await allRows(tenantId);
  const fields = async (body: object) =>
    assertProblem(await start(body), 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
  const [staff, phone] = ['staff_id destination_not_allowed', 'phone_number destination_not_allowed'];
  assert.deepEqual(await fields({ staff_id: abroad, external_id: 'x' }), [staff]);
  assert.deepEqual(await fields({ staff_id: abroad, phone_number: '+82-2-312-3456' }), [phone, staff]);
  // All faults are reported at once, including those of the schema.
  assert.deepEqual(
    (await fields({ staff_id: abroad, project_id: 999_999, phone_number: '+82-2-312-3456', metadata: [] })).toSorted(),
    ['metadata invalid_type', phone, 'project_id project_not_found', staff].toSorted(),
  );
  assert.deepEqual(await fields({ staff_id: 999_999, phone_number: '+82-2-312-3456' }), [
    phone,
    'staff_id staff_not_found',
  ]);
  assert.deepEqual(await allRows(tenantId), before);
});
