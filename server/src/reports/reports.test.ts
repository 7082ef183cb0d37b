import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCalls, type CallToBuild } from '../../test/build/build-calls.ts';
import { buildKey, buildProject, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { foldCallCounts } from '../calls/listing/fold-call-counts.ts';

const app = await startTestApp();
const licenses = ['open_api_advanced'];
const today = Temporal.Now.plainDateISO('UTC');
const daysAgo = (days: number) => Temporal.Now.plainDateISO('UTC').subtract({ days }).toString();
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);

const dataOf = (answer: TestAnswer) => {
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);

/** The latest Monday that is at least this many days ago. */
const mondayBefore = (days: number) => {
  const day = today.subtract({ days });
  return day.subtract({ days: day.dayOfWeek - 1 });
};

const reports = ['/reports/summary', '/reports/calls', '/reports/users', '/reports/tags'];

test('reports need their scope and the license', async () => {
  const plain = await buildTenant(app);
  const licensed = await buildTenant(app, { licenses });
  const { key } = await buildKey(app, licensed.tenantId, { scopes: ['calls:read', 'customers:read'] });
  for (const report of reports) {
    const [license] = assertProblem(await plain.api.get(report), 403, 'license_required');
    assert.equal(license?.license, 'open_api_advanced');
    const [scope] = assertProblem(await client(app, key).get(report), 403, 'insufficient_scope');
    assert.equal(scope?.scope, 'reports:read');
    assertProblem(await client(app).get(report), 401, 'missing_api_key');
    assert.equal((await licensed.api.get(report)).status, 200);
  }
});

test('without days a report is about today and the 29 days before, in the zone that is given', async () => {
  const { api } = await buildTenant(app, { licenses });
  const zoneToday = Temporal.Now.plainDateISO('Pacific/Kiritimati');
  const { period, periods } = dataOf(await api.get('/reports/summary?timezone=pacific/kiritimati'));
  assert.deepEqual(period, {
    from: zoneToday.subtract({ days: 29 }).toString(),
    to: zoneToday.toString(),
    timezone: 'Pacific/Kiritimati',
    granularity: 'day',
  });
  assert.equal(periods.length, 30);
});

test('a tenant without calls gets every period, empty', async () => {
  const { api } = await buildTenant(app, { licenses });
  const none = {
    total_calls: 0,
    connected_calls: 0,
    no_answer_calls: 0,
    missed_calls: 0,
    other_calls: 0,
    total_duration_seconds: 0,
    average_duration_seconds: null,
    success_rate: null,
  };
  const [from, to] = [daysAgo(1), daysAgo(0)];
  assert.deepEqual(dataOf(await api.get(`/reports/summary?from=${from}&to=${to}`)), {
    period: { from, to, timezone: 'UTC', granularity: 'day' },
    totals: none,
    periods: [
      { period_start: from, period_end: from, ...none },
      { period_start: to, period_end: to, ...none },
    ],
  });
  assert.deepEqual((await api.get('/reports/calls')).body, {
    data: [],
    pagination: { current_page: 1, per_page: 50, total: 0, last_page: 1 },
  });
  assert.deepEqual((await api.get('/reports/users')).body, {
    data: [],
    pagination: { current_page: 1, per_page: 50, total: 0, last_page: 1 },
  });
});

test('periods are checked at their exact limits', async () => {
  const { api } = await buildTenant(app, { licenses });
  for (const report of reports) {
    const ask = (from: string, to: string, more = '') => api.get(`${report}?from=${from}&to=${to}${more}`);
    assert.equal((await ask(daysAgo(31), daysAgo(0))).status, 200);
    assert.deepEqual(faultsOf(await ask(daysAgo(32), daysAgo(0))), ['to out_of_range']);
    assert.equal((await ask(daysAgo(180), daysAgo(149))).status, 200);
    assert.deepEqual(faultsOf(await ask(daysAgo(181), daysAgo(160))), ['from out_of_range']);
    assert.deepEqual(faultsOf(await ask(daysAgo(3), daysAgo(4))), ['to out_of_range']);
    assert.equal((await ask('9999-12-31', '9999-12-31', '&timezone=Pacific/Pago_Pago')).status, 200);
    assert.deepEqual(faultsOf(await api.get(`${report}?from=${daysAgo(3)}`)), ['to required']);
    assert.deepEqual(faultsOf(await ask('2026-02-30', '2026-2-3', '&timezone=Mars/Olympus&form=1')).sort(), [
      'form unknown_field',
      'from invalid_format',
      'timezone unknown_timezone',
      'to invalid_format',
    ]);
  }
  assert.deepEqual(
    faultsOf(
      await api.get('/reports/summary?granularity=year&staff_id=0&project_id=a&call_type=fax&status=busy'),
    ).sort(),
    [
      'call_type not_allowed',
      'granularity not_allowed',
      'project_id invalid_format',
      'staff_id invalid_format',
      'status unknown_field',
    ],
  );
});

test('a leap day is a day like others', async () => {
  const { api } = await buildTenant(app, { licenses });
  let { year } = today.add({ years: 1 });
  while (!Temporal.PlainDate.from({ year, month: 1, day: 1 }).inLeapYear) year++;
  const { periods } = dataOf(await api.get(`/reports/summary?from=${year}-02-28&to=${year}-03-01`));
  assert.deepEqual(
    periods.map(({ period_start }: { period_start: string }) => period_start),
    [`${year}-02-28`, `${year}-02-29`, `${year}-03-01`],
  );
});

test('each status counts where the contract says, and figures are rounded', async () => {
  const tenant = await buildTenant(app, { licenses });
  const at = noonOf(daysAgo(2));
  const calls: CallToBuild[] = [
    { talkSeconds: 10 },
    { talkSeconds: 10 },
    { talkSeconds: 0 },
    { goesOn: true },
    ...(['initiating', 'ringing', 'no_answer', 'busy', 'rejected', 'canceled', 'failed', 'voicemail'] as const).map(
      (status) => ({ status }),
    ),
    { status: 'missed_call', callType: 'inbound' },
  ];
  await buildCalls(
    app,
    tenant,
    calls.map((call) => ({ ...call, at })),
  );
  const { totals } = dataOf(await tenant.api.get('/reports/summary'));
  assert.deepEqual(totals, {
    total_calls: 13,
    connected_calls: 4,
    no_answer_calls: 1,
    missed_calls: 1,
    other_calls: 7,
    total_duration_seconds: 20,
    average_duration_seconds: 6.67,
    success_rate: 0.3, // Three of the ten that have ended.
  });
});

test('weeks and months are clipped to the period, and add up their days', async () => {
  const tenant = await buildTenant(app, { licenses });
  const monday = mondayBefore(100);
  const [from, to] = [monday.subtract({ days: 2 }).toString(), monday.add({ days: 8 }).toString()];
  const days = Array.from({ length: 13 }, (_, i) => monday.add({ days: i - 3 }).toString());
  await buildCalls(
    app,
    tenant,
    days.map((day) => ({ at: noonOf(day) })),
  );
  const rows = async (granularity: string) => {
    const { totals, periods } = dataOf(
      await tenant.api.get(`/reports/summary?from=${from}&to=${to}&granularity=${granularity}`),
    );
    assert.equal(totals.total_calls, 11);
    return periods.map((row: Record<string, unknown>) => [row.period_start, row.period_end, row.total_calls]);
  };
  const sunday = (week: number) => monday.add({ days: week * 7 - 1 }).toString();
  assert.deepEqual(await rows('week'), [
    [from, sunday(0), 2],
    [monday.toString(), sunday(1), 7],
    [monday.add({ days: 7 }).toString(), to, 2],
  ]);
  const months = await rows('month');
  assert.deepEqual([months[0][0], months.at(-1)[1]], [from, to]);
  assert.equal(months.length, from.slice(0, 7) === to.slice(0, 7) ? 1 : 2);
});

/** The days on which the clocks of a zone change next, which may be in the future: future days are allowed. */
function nextChanges(timezone: string): { day: Temporal.PlainDate; hours: number }[] {
  let moment = Temporal.Now.zonedDateTimeISO(timezone);
  return [1, 2].map(() => {
    moment = moment.getTimeZoneTransition('next') as Temporal.ZonedDateTime;
    return { day: moment.toPlainDate(), hours: moment.hoursInDay };
  });
}

for (const [timezone, ...lengths] of [
  ['Europe/Berlin', 23, 25],
  ['America/Santiago', 23, 25],
  ['Australia/Lord_Howe', 23.5, 24.5],
] as const)
  test(`a day of ${lengths.join(' or ')} hours in ${timezone} holds its own calls and no others`, async () => {
    const tenant = await buildTenant(app, { licenses });
    const changes = nextChanges(timezone);
    // In Santiago clocks go back at midnight: the longer day is the one before.
    const days = changes.map(({ day, hours }) => (hours === 24 ? day.subtract({ days: 1 }) : day));
    const lengthOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timezone).hoursInDay;
    assert.deepEqual(days.map(lengthOf).sort(), [...lengths]);
    for (const day of days) {
      const start = day.toZonedDateTime(timezone).epochMilliseconds;
      const end = day.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds;
      const moments = [start - 1, start, start + 1, (start + end) / 2, end - 1, end];
      await buildCalls(
        app,
        tenant,
        moments.map((moment) => ({ at: new Date(moment) })),
      );
      const ask = (report: string) =>
        tenant.api.get(`${report}?from=${day.subtract({ days: 1 })}&to=${day.add({ days: 1 })}&timezone=${timezone}`);
      const counts = async () => {
        const { periods } = dataOf(await ask('/reports/summary'));
        return periods.map(({ total_calls }: { total_calls: number }) => total_calls);
      };
      assert.deepEqual(await counts(), [1, 4, 1]);
      await foldCallCounts(app.db);
      assert.deepEqual(await counts(), [1, 4, 1]);
      assert.equal((await ask('/reports/calls')).body.pagination.total, 6);
    }
  });

test('modes and tenants are apart in every report', async () => {
  const one = await buildTenant(app, { licenses });
  const two = await buildTenant(app, { licenses });
  const live = client(app, (await buildKey(app, one.tenantId, { kind: 'live' })).key);
  const staffId = await buildStaff(app, one.tenantId);
  const at = noonOf(daysAgo(5));
  await buildCalls(app, one, [
    { at, staffId },
    { at, staffId },
    { at, staffId, isTest: false },
  ]);
  await buildCalls(app, two, [{ at, staffId }]);
  const check = async () => {
    const totals = async (api: typeof live) => [
      dataOf(await api.get('/reports/summary')).totals.total_calls,
      dataOf(await api.get(`/reports/summary?staff_id=${staffId}`)).totals.total_calls,
      (await api.get('/reports/calls')).body.pagination.total,
      dataOf(await api.get('/reports/users')).map((row: Record<string, unknown>) => [row.staff_id, row.total_calls]),
    ];
    assert.deepEqual(await totals(one.api), [2, 2, 2, [[staffId, 2]]]);
    assert.deepEqual(await totals(live), [1, 1, 1, [[staffId, 1]]]);
    // The id of another tenant's staff member reveals nothing.
    assert.deepEqual(await totals(two.api), [1, 1, 1, []]);
    assert.deepEqual(dataOf(await two.api.get(`/reports/users?staff_id=${staffId}`)), []);
  };
  await check();
  await foldCallCounts(app.db);
  await check();
});

test('filters narrow all reports alike, one value or several', async () => {
  const tenant = await buildTenant(app, { licenses });
  const second = await buildProject(app, tenant.tenantId);
  const [first, other] = [await buildStaff(app, tenant.tenantId), await buildStaff(app, tenant.tenantId)];
  const at = noonOf(daysAgo(1));
  await buildCalls(app, tenant, [
    { at, staffId: first },
    { at, staffId: other, projectId: second },
    { at, staffId: first, callType: 'inbound', projectId: second },
    { at, callType: 'inbound', status: 'missed_call' },
  ]);
  const total = async (filter: string) => {
    const users: { total_calls: number }[] = dataOf(await tenant.api.get(`/reports/users?${filter}`));
    const totals = [
      dataOf(await tenant.api.get(`/reports/summary?${filter}`)).totals.total_calls,
      (await tenant.api.get(`/reports/calls?${filter}`)).body.pagination.total,
      users.reduce((sum, { total_calls }) => sum + total_calls, 0),
    ];
    assert.deepEqual(totals, Array(3).fill(totals[0]), filter);
    return totals[0];
  };
  assert.equal(await total(''), 4);
  assert.equal(await total(`staff_id=${first}`), 2);
  assert.equal(await total(`staff_id=${first},${other}`), 3);
  assert.equal(await total(`project_id=${second}`), 2);
  assert.equal(await total(`project_id=${second},${tenant.projectId}&call_type=inbound`), 2);
  assert.equal(await total(`project_id=${second}&staff_id=${first}&call_type=inbound,outbound`), 1);
  assert.equal(await total('staff_id=999999'), 0);
});

test('every staff member has a row, and calls without one stand last, on the page after them if need be', async () => {
  const tenant = await buildTenant(app, { licenses });
  const { tenantId, api } = tenant;
  const [busy, inactive, idle] = [
    await buildStaff(app, tenantId),
    await buildStaff(app, tenantId, false),
    await buildStaff(app, tenantId),
  ];
  await query(app, `update staff set name = '佐藤 花子' where staff_id = $1`, [busy]);
  const at = noonOf(daysAgo(1));
  await buildCalls(app, tenant, [
    { at, staffId: busy, talkSeconds: 100, staffTalkMs: 30_000, customerTalkMs: 10_000 },
    { at, staffId: busy, talkSeconds: 51, staffTalkMs: 0, customerTalkMs: 20_000 },
    { at, staffId: busy, callType: 'inbound', goesOn: true },
    { at, staffId: busy, status: 'no_answer' },
  ]);
  const ids = async (paging = '') => {
    const { data, pagination } = (await api.get(`/reports/users?${paging}`)).body;
    return [data.map(({ staff_id }: { staff_id: number | null }) => staff_id), pagination.total, pagination.last_page];
  };
  assert.deepEqual(await ids(), [[busy, inactive, idle], 3, 1]);
  assert.deepEqual(await ids('per_page=3&page=2'), [[], 3, 1]);
  await buildCalls(app, tenant, [{ at, callType: 'inbound', status: 'missed_call' }]);
  assert.deepEqual(await ids(), [[busy, inactive, idle, null], 4, 1]);
  assert.deepEqual(await ids('per_page=2'), [[busy, inactive], 4, 2]);
  assert.deepEqual(await ids('per_page=2&page=2'), [[idle, null], 4, 2]);
  assert.deepEqual(await ids('per_page=3'), [[busy, inactive, idle], 4, 2]);
  assert.deepEqual(await ids('per_page=3&page=2'), [[null], 4, 2]);
  assert.deepEqual(await ids('per_page=3&page=3'), [[], 4, 2]);
  assert.deepEqual(await ids('call_type=outbound'), [[busy, inactive, idle], 3, 1]);
  assert.deepEqual(await ids(`staff_id=${idle},${busy}`), [[busy, idle], 2, 1]);
  assert.deepEqual(await ids(`from=${daysAgo(9)}&to=${daysAgo(3)}`), [[busy, inactive, idle], 3, 1]);

  const [first, second, , last] = dataOf(await api.get('/reports/users'));
  assert.deepEqual(first, {
    staff_id: busy,
    staff_name: '佐藤 花子',
    total_calls: 4,
    outbound_calls: 3,
    inbound_calls: 1,
    connected_calls: 3,
    missed_calls: 0,
    success_rate: 0.6667,
    total_duration_seconds: 151,
    average_duration_seconds: 75.5,
    talk_ratio: 0.5,
  });
  const none = {
    total_calls: 0,
    outbound_calls: 0,
    inbound_calls: 0,
    connected_calls: 0,
    missed_calls: 0,
    success_rate: null,
    total_duration_seconds: 0,
    average_duration_seconds: null,
    talk_ratio: null,
  };
  assert.deepEqual(second, { staff_id: inactive, staff_name: second.staff_name, ...none });
  const missed = { total_calls: 1, inbound_calls: 1, missed_calls: 1, success_rate: 0 };
  assert.deepEqual(last, { staff_id: null, staff_name: null, ...none, ...missed });
});

const unlabeled = { tags: [], outcome: null };

test('the report of calls is the list of calls, with figures of each', async () => {
  const tenant = await buildTenant(app, { licenses });
  const staffId = await buildStaff(app, tenant.tenantId);
  const day = daysAgo(1);
  const ids = await buildCalls(app, tenant, [
    { at: new Date(`${day}T08:00:00Z`), staffId, ringSeconds: 7, staffTalkMs: 1, customerTalkMs: 2, customerId: 42 },
    { at: new Date(`${day}T09:00:00Z`), status: 'busy', externalId: 'crm-1' },
    { at: new Date(`${day}T10:00:00Z`), status: 'initiating' },
  ]);
  const listed = dataOf(await tenant.api.get(`/calls?from=${day}&to=${day}`));
  const reported = dataOf(await tenant.api.get(`/reports/calls?from=${day}&to=${day}`));
  assert.deepEqual(
    reported.map(({ call_id }: { call_id: string }) => call_id),
    ids.toReversed(),
  );
  const figures = [
    { ring_seconds: null, talk_ratio: null, customer_id: null, end_reason: null, ...unlabeled },
    { ring_seconds: 5, talk_ratio: null, customer_id: null, end_reason: 'busy', ...unlabeled },
    { ring_seconds: 7, talk_ratio: 0.3333, customer_id: 42, end_reason: 'completed', ...unlabeled },
  ];
  assert.deepEqual(
    reported,
    listed.map((item: object, i: number) => ({ ...item, ...figures[i] })),
  );
  for (const { phone_number } of reported) assert.equal(phone_number, '819*****5678');
  const pages = await tenant.api.get(`/reports/calls?sort=asc&per_page=1&page=2&status=busy,connected`);
  assert.deepEqual([pages.body.data[0].call_id, pages.body.pagination.total], [ids[1], 2]);
});

test('the report of tags has a row per tag and outcome, in the order of the contract, page by page', async () => {
  const { api, tenantId, projectId } = await buildTenant(app, { licenses });
  const staffId = await buildStaff(app, tenantId);
  const labels = [
    { tags: ['b', 'a'], outcome: 'sold' },
    { tags: ['b'], outcome: 'sold' },
    { tags: ['c', 'a'], outcome: 'a' },
    { tags: [], outcome: null },
  ];
  const calls = labels.map((_label, i) => (i === 1 ? { status: 'busy' as const } : { staffId, talkSeconds: 10 + i }));
  const ids = await buildCalls(app, { tenantId, projectId }, calls);
  for (const [i, label] of labels.entries()) await api.put(`/calls/${ids[i]}`, label);
  const row = (kind: string, value: string, [total, connected, rate, average]: number[]) => ({
    ...{ kind, value, total_calls: total, connected_calls: connected },
    ...{ success_rate: rate, average_duration_seconds: average },
  });
  const expected = [
    row('tag', 'a', [2, 2, 1, 11]),
    row('tag', 'b', [2, 1, 0.5, 10]),
    row('tag', 'c', [1, 1, 1, 12]),
    row('outcome', 'sold', [2, 1, 0.5, 10]),
    row('outcome', 'a', [1, 1, 1, 12]),
  ];
  const period = `from=${today.subtract({ days: 1 })}&to=${today.add({ days: 1 })}`;
  const { data, pagination } = (await api.get(`/reports/tags?${period}`)).body;
  assert.deepEqual(data, expected);
  assert.deepEqual(pagination, { current_page: 1, per_page: 50, total: 5, last_page: 1 });
  for (const page of [1, 2, 3, 4]) {
    const answer = (await api.get(`/reports/tags?${period}&per_page=2&page=${page}`)).body;
    assert.deepEqual([answer.data, answer.pagination.total], [expected.slice(2 * page - 2, 2 * page), 5]);
  }
  const ofStaff = dataOf(await api.get(`/reports/tags?${period}&staff_id=${staffId}`));
  assert.deepEqual(ofStaff[1], row('tag', 'b', [1, 1, 1, 10]));
  assert.deepEqual(dataOf(await api.get(`/reports/tags?${period}&call_type=inbound`)), []);
  const stranger = await buildTenant(app, { licenses });
  assert.deepEqual(dataOf(await stranger.api.get(`/reports/tags?${period}`)), []);

  const rows: { call_id: string; tags: string[]; outcome: string | null }[] = dataOf(
    await api.get(`/reports/calls?${period}&sort=asc`),
  );
  assert.deepEqual(
    rows.map(({ call_id, tags, outcome }) => [call_id, { tags, outcome }]),
    labels.map((label, i) => [ids[i], label]),
  );
  assert.deepEqual(
    dataOf(await api.get(`/reports/calls?${period}&tag=c`)).map(({ call_id }: { call_id: string }) => call_id),
    [ids[2]],
  );
});
