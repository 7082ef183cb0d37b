import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCalls, type CallToBuild } from '../../server/test/build/build-calls.ts';
import { buildStaff, buildTenant } from '../../server/test/builders.ts';
import { startTestApp } from '../../server/test/test-app.ts';
import { createClient, type Schemas } from './index.ts';
import { endedCalls, lastSettledDay, mergeSummaries, mergeTags, mergeUsers, rangesOfUsers } from './merge-reports.ts';
import { addDays, isLong, rangesOf, startOf } from './periods.ts';

const app = await startTestApp();
const today = new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => addDays(today, -days);

const { tenantId, projectId, key } = await buildTenant(app, { licenses: ['open_api_advanced'] });
const staff = [await buildStaff(app, tenantId), await buildStaff(app, tenantId), await buildStaff(app, tenantId)];
const api = createClient({ baseUrl: app.address, apiKey: key });

const statuses = ['connected', 'no_answer', 'connected', 'busy', 'missed_call', 'connected', 'failed'] as const;
/** Calls on each of 120 days, a different number of different lengths on each. */
const calls = Array.from({ length: 120 }, (_, day) =>
  Array.from({ length: (day * 7) % 5 }, (_, i): CallToBuild => {
    const status = statuses[(day + i * 3) % statuses.length] ?? 'connected';
    const staffId = staff[(day + i) % 2];
    return {
      at: new Date(`${daysAgo(day)}T00:0${i}:00Z`),
      status,
      callType: status === 'missed_call' ? 'inbound' : 'outbound',
      talkSeconds: ((day * 37 + i * 11) % 400) + 1,
      ...(status !== 'missed_call' && staffId !== undefined && { staffId }),
    };
  }),
).flat();
await buildCalls(app, { tenantId, projectId }, calls);

test('a merged summary equals that of the server, for ranges of any length and each granularity', async () => {
  for (const granularity of ['day', 'week', 'month'] as const)
    for (const days of [1, 7, 10]) {
      const period = { from: daysAgo(31), to: today, granularity };
      const read = (range: object) => api.reports.summary({ ...period, ...range });
      const merged = await mergeSummaries(period, read as () => Promise<Schemas['SummaryReport']>, {
        ranges: rangesOf(period, days),
      });
      assert.deepEqual(merged, await read({}), `${granularity}, ${days} days`);
    }
});

test('merged users equal those of the server', async () => {
  for (const days of [1, 7, 10]) {
    const period = { from: daysAgo(31), to: today };
    const read = (range: object) => api.reports.users({ ...period, ...range }).toArray();
    const merged = await mergeUsers(period, read, { ranges: rangesOf(period, days) });
    const expected = await read({});
    assert.deepEqual(merged, expected);
    assert.equal(expected.length, 4);
  }
});

test('merged tags equal those of the server, and what does not follow is null and named', async () => {
  const labels = [{ tags: ['new', 'あ'], outcome: 'sold' }, { tags: ['new'] }, { outcome: 'lost' }, {}];
  const period = { from: daysAgo(31), to: daysAgo(4) };
  let n = 0;
  for await (const { call_id } of api.calls.list(period)) await api.calls.update(call_id, labels[n++ % 4] ?? {});
  assert.ok(n > 40);
  const read = (range: object) => api.reports.tags({ ...period, ...range }).toArray();
  const expected = await read({});
  assert.deepEqual(expected.map(({ kind, value }) => `${kind} ${value}`).sort(), [
    'outcome lost',
    'outcome sold',
    'tag new',
    'tag あ',
  ]);
  for (const days of [1, 7, 10])
    assert.deepEqual(await mergeTags(period, read, { ranges: rangesOf(period, days) }), expected);
  const unsettled = await mergeTags(period, read, { ranges: rangesOf(period, 10), settled: daysAgo(20) });
  assert.deepEqual(unsettled[0]?.inexact, ['success_rate', 'average_duration_seconds']);
  assert.equal(unsettled[0]?.total_calls, expected[0]?.total_calls);
  const all = await api.reports.tags({ from: daysAgo(119), to: daysAgo(4) }).toArray();
  assert.deepEqual(all, expected, 'older calls have no labels');
});

test('120 days are the sum of all their calls', async () => {
  const period = { from: daysAgo(119), to: today };
  const { totals, periods, period: shown } = await api.reports.summary({ ...period, granularity: 'month' });
  const connected = calls.filter(({ status }) => status === 'connected');
  const seconds = connected.reduce((sum, { talkSeconds = 0 }) => sum + talkSeconds, 0);
  assert.deepEqual(shown, { ...period, timezone: 'UTC', granularity: 'month' });
  assert.equal(totals.total_calls, calls.length);
  assert.equal(totals.total_duration_seconds, seconds);
  assert.equal(totals.average_duration_seconds, Math.round((100 * seconds) / connected.length) / 100);
  assert.equal(totals.success_rate, Math.round((10_000 * connected.length) / calls.length) / 10_000);
  assert.equal('inexact' in totals, false);
  assert.equal(periods[0]?.period_start, period.from);
  assert.equal(periods.at(-1)?.period_end, period.to);
  assert.equal(
    periods.reduce((sum, { total_calls }) => sum + total_calls, 0),
    calls.length,
  );
  const users = await api.reports.users(period).toArray();
  assert.deepEqual(
    users.map(({ staff_id }) => staff_id),
    [...staff, null],
  );
  assert.equal(
    users.reduce((sum, { total_calls }) => sum + total_calls, 0),
    calls.length,
  );
  assert.equal((await api.reports.summary(period)).periods.length, 120);
});

test('calls in progress are taken out of averages and rates, as the server does it', async () => {
  const other = await buildTenant(app, { licenses: ['open_api_advanced'] });
  const staffId = await buildStaff(app, other.tenantId);
  const old = new Date(`${daysAgo(20)}T00:00:00Z`);
  await buildCalls(app, other, [
    { at: old, staffId, talkSeconds: 100 },
    { at: old, staffId, status: 'busy' },
    { staffId, talkSeconds: 50 },
    { staffId, goesOn: true },
    { staffId, status: 'ringing' },
    { staffId, status: 'no_answer' },
  ]);
  const reader = createClient({ baseUrl: app.address, apiKey: other.key });
  const period = { from: daysAgo(25), to: today, granularity: 'day' as const };
  const read = (range: object) => reader.reports.summary({ ...period, ...range });
  const merged = await mergeSummaries(period, read as () => Promise<Schemas['SummaryReport']>, {
    ranges: rangesOf(period, 5),
  });
  assert.deepEqual(merged, await read({}));
  assert.equal(merged.totals.average_duration_seconds, 75);
  assert.equal(merged.totals.success_rate, 0.5);
});

test('a figure that does not follow from the answers is null and named', async () => {
  const row = {
    ...{ total_calls: 5, connected_calls: 0, missed_calls: 0, no_answer_calls: 1 },
    ...{ total_duration_seconds: 0, average_duration_seconds: null, success_rate: 0 },
  };
  // One to five of the calls may have ended: the rate is 0 in each case, but their number matters for longer periods.
  assert.deepEqual(endedCalls(row, false), { talked: 0, ended: undefined });
  assert.deepEqual(endedCalls(row, true), { talked: 0, ended: 5 });
  const day = { period_start: today, period_end: today, other_calls: 4, ...row };
  const period = { from: today, to: today, timezone: 'UTC', granularity: 'day' as const };
  const merged = await mergeSummaries(period, async () => ({ period, totals: day, periods: [day] }));
  assert.equal(merged.totals.success_rate, null);
  assert.deepEqual(merged.totals.inexact, ['success_rate']);
  assert.equal(merged.totals.total_calls, 5);
});

test('talk ratios of several ranges cannot be merged, and that is said', async () => {
  const user = {
    ...{ staff_id: 1, staff_name: 'Ann', total_calls: 1, outbound_calls: 1, inbound_calls: 0, connected_calls: 1 },
    ...{ missed_calls: 0, total_duration_seconds: 10, average_duration_seconds: 10, success_rate: 1 },
  };
  const merge = (ratios: (number | null)[]) => {
    const ranges = rangesOf({ from: '2026-01-01', to: '2026-01-03' }, 1).slice(0, ratios.length);
    const left = ratios.values();
    return mergeUsers({ from: '', to: '' }, async () => [{ ...user, talk_ratio: left.next().value ?? null }], {
      ranges,
    });
  };
  const [known] = await merge([null, 0.4, null]);
  assert.deepEqual([known?.talk_ratio, known?.inexact], [0.4, undefined]);
  const [unknown] = await merge([0.3, 0.4]);
  assert.deepEqual([unknown?.talk_ratio, unknown?.inexact], [null, ['talk_ratio']]);
  assert.equal(unknown?.average_duration_seconds, 10);
});

test('periods are cut into ranges without gap or overlap', () => {
  assert.deepEqual(rangesOf({ from: '2026-01-01', to: '2026-03-05' }), [
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-03-03' },
    { from: '2026-03-04', to: '2026-03-05' },
  ]);
  assert.deepEqual(rangesOf({ from: '2026-01-02', to: '2026-01-01' }), []);
  assert.deepEqual(rangesOfUsers({ from: '2026-01-01', to: '2026-01-20' }, '2026-01-15'), [
    { from: '2026-01-01', to: '2026-01-15' },
    { from: '2026-01-16', to: '2026-01-20' },
  ]);
  assert.deepEqual(rangesOfUsers({ from: '2026-01-01', to: '2026-01-20' }, '2026-02-15'), [
    { from: '2026-01-01', to: '2026-01-20' },
  ]);
  assert.equal(isLong({ from: '2026-01-01', to: '2026-02-01' }), false);
  assert.equal(isLong({ from: '2026-01-01', to: '2026-02-02' }), true);
  for (const broken of [{}, { from: 'x', to: '2026-02-02' }, { from: '2026-01-01', to: '2026-13-45' }])
    assert.equal(isLong(broken), false);
  assert.deepEqual(
    ['2026-11-15', '2026-11-16', '2026-11-22'].map((day) => startOf(day, 'week')),
    ['2026-11-09', '2026-11-16', '2026-11-16'],
  );
  assert.equal(lastSettledDay(Date.parse('2026-11-15T23:59:00Z')), '2026-11-12');
});

test('a period that begins too early is refused by the server, with its faults', async () => {
  await assert.rejects(api.reports.summary({ from: daysAgo(400), to: today }), { name: 'ValidationError' });
  await assert.rejects(api.reports.users({ from: daysAgo(400), to: today }).toArray(), { name: 'ValidationError' });
});
