import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildSignedIn } from '../../test/browser.ts';
import { buildCalls, type CallToBuild } from '../../test/build/build-calls.ts';
import { buildProject, buildStaff, query } from '../../test/builders.ts';
import { assertProblem, startTestApp } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { foldCallCounts } from '../calls/listing/fold-call-counts.ts';
import { connect } from '../database/connect.ts';
import { readPeriod } from '../http/input/period.ts';
import { idOf } from '../platform/ids.ts';
import { present } from '../platform/present.ts';
import { keptSince } from './kept-since.ts';
import { readOverview } from './read-overview.ts';

// agreement.test.ts holds the overview against plain counts of random calls. These are single cases, through the API.

const app = await startTestApp();
const licenses = ['open_api_advanced' as const];
const testMode = { 'x-trunkline-mode': 'test' };

/** A day two weeks ago, and times on it in Tokyo. */
const days = (ago: number) => Temporal.Now.plainDateISO('Asia/Tokyo').subtract({ days: ago });
const at = (ago: number, time: string) => new Date(`${days(ago)}T${time}+09:00`);

const inbound = (ago: number, time: string, more: Partial<CallToBuild> = {}): CallToBuild => ({
  at: at(ago, time),
  callType: 'inbound',
  isTest: false,
  ...more,
});

/** The builder's calls ring two seconds after they arrive. */
const weeks = (otherProject: number, staffId: number): CallToBuild[] => [
  inbound(14, '09:10', { staffId, ringSeconds: 3, talkSeconds: 100 }),
  inbound(14, '09:50', { staffId, ringSeconds: 18, talkSeconds: 50 }),
  inbound(14, '23:59', { status: 'missed_call', endReason: 'caller_gave_up', ringSeconds: 40 }),
  inbound(14, '10:00', {
    status: 'missed_call',
    endReason: 'staff_no_answer',
    ringSeconds: 50,
    projectId: otherProject,
  }),
  inbound(14, '11:00', { status: 'voicemail', endReason: 'voicemail', ringSeconds: 90 }),
  { at: at(14, '12:00'), isTest: false, staffId },
  inbound(21, '09:30', { staffId, ringSeconds: 28 }),
  inbound(14, '09:10', { isTest: true }),
];

async function buildWeeks() {
  const office = await buildSignedIn(app, { licenses, role: 'viewer' });
  const otherProject = await buildProject(app, office.tenantId);
  const staffId = await buildStaff(app, office.tenantId);
  await buildCalls(app, office, weeks(otherProject, staffId));
  return { ...office, otherProject, staffId };
}

const pathOf = (from: number, to: number, more = '') =>
  `/reports/overview?from=${days(from)}&to=${days(to)}&timezone=Asia/Tokyo${more}`;

test('an overview has the waits of callers, by project, beside those of the same weekday before', async () => {
  const { console: page, projectId, otherProject, staffId } = await buildWeeks();
  const { data } = (await page.get(pathOf(14, 14))).body;
  assert.deepEqual(data.previous_period, {
    ...{ from: days(21).toString(), to: days(21).toString(), end: at(20, '00:00').toISOString() },
  });
  assert.deepEqual(data.waits, {
    ...{ limit_seconds: 20, answered_calls: 2, answered_within_limit: 2, abandoned_calls: 1, unanswered_calls: 1 },
    ...{ voicemail_calls: 1, answered_within_rate: 0.4, abandoned_rate: 0.2, average_wait_seconds: 12.5 },
    ...{ average_abandoned_seconds: 42, longest_wait_seconds: 52 },
  });
  assert.equal(data.previous_waits.average_wait_seconds, 30);
  assert.deepEqual([data.totals.total_calls, data.totals.inbound_calls, data.totals.outbound_calls], [6, 5, 1]);
  assert.equal(data.previous_totals.total_calls, 1);
  assert.deepEqual(
    [9, 23].map((hour) => data.hours[hour]),
    [
      { hour: 9, total_calls: 2, connected_calls: 2, missed_calls: 0, previous_total_calls: 1 },
      { hour: 23, total_calls: 1, connected_calls: 0, missed_calls: 1, previous_total_calls: 0 },
    ],
  );
  const { dayOfWeek } = days(14);
  assert.deepEqual(data.weekdays[dayOfWeek - 1].days, 1);
  assert.equal(data.weekdays[dayOfWeek - 1].hours[9], 2);
  const [first, second] = data.projects;
  assert.deepEqual([first.project_id, first.total_calls, first.previous_total_calls], [projectId, 5, 1]);
  assert.deepEqual([second.project_id, second.waits.longest_wait_seconds], [otherProject, 52]);

  const strict = (await page.get(pathOf(14, 14, '&answered_within=15'))).body.data;
  assert.equal(strict.waits.answered_within_limit, 1);
  const inOther = (await page.get(pathOf(14, 14, `&project_id=${otherProject}`))).body.data;
  assert.deepEqual([inOther.totals.total_calls, inOther.waits.unanswered_calls, inOther.projects.length], [1, 1, 1]);
  const ofMember = (await page.get(pathOf(14, 14, `&staff_id=${staffId}`))).body.data;
  assert.deepEqual([ofMember.totals.total_calls, ofMember.waits, ofMember.previous_waits], [3, null, null]);
  assert.equal((await page.get(pathOf(14, 14, '&call_type=outbound'))).body.data.waits, null);
});

test('a wait that lasted while the machine was off for months can be counted', async () => {
  const sql = `select wait_ms from wait_of('no_answer', 'node_lost', now() - interval '90 days', null, now())`;
  assert.deepEqual(await query(app, sql), [{ wait_ms: 2 ** 31 - 1 }]);
});

test('an overview is of one tenant and one mode', async () => {
  const office = await buildWeeks();
  const stranger = await buildSignedIn(app, { licenses });
  for (const path of [pathOf(14, 14), pathOf(14, 14, `&project_id=${office.projectId}`)]) {
    const { data } = (await stranger.console.get(path)).body;
    assert.deepEqual([data.totals.total_calls, data.projects, data.waits.answered_calls], [0, [], 0]);
  }
  const ofTests = (await office.console.get(pathOf(14, 14), testMode)).body.data;
  assert.deepEqual([ofTests.totals.total_calls, ofTests.waits.answered_calls], [1, 1]);
});

test('faults of an overview are reported together, and a license is required', async () => {
  const { console: page } = await buildSignedIn(app, { licenses });
  const refused = await page.get('/reports/overview?from=2020-01-01&staff_id=x&answered_within=17&timezone=Mars');
  const fields = refused.body.error.details.map(({ field }: { field: string }) => field);
  assert.deepEqual([refused.status, fields.sort()], [422, ['answered_within', 'staff_id', 'timezone', 'to']]);
  assertProblem(await (await buildSignedIn(app)).console.get('/reports/overview'), 403, 'license_required');
});

test('the waits of calls from before the counts are counted once, with those noted meanwhile', async () => {
  // A database without a server, because its chores would fold.
  const databaseUrl = await createTestDatabase();
  const db = connect(databaseUrl, { poolSize: 2, applicationName: 'test', onIdleError: () => {} });
  const tenant = { tenantId: idOf('tenant', 1), projectId: 1 };
  const waitsOf = async () => {
    const period = present(readPeriod({ timezone: 'Asia/Tokyo' }, new Date()).period);
    const request = { isTest: false, period, filters: {}, limit: 20 as const, keptSince: new Date(0), now: new Date() };
    return present((await readOverview(db, tenant.tenantId, request)).waits);
  };
  await buildCalls({ databaseUrl }, tenant, weeks(2, 3));
  const before = await waitsOf();
  assert.equal(before.answered_calls, 3);
  await foldCallCounts(db);
  assert.deepEqual(await waitsOf(), before);
  // As a database before the migration: without counts, and with the waits that the trigger has noted since it was made.
  await query({ databaseUrl }, 'delete from call_wait_counts', []);
  await buildCalls({ databaseUrl }, tenant, [inbound(2, '10:00', { ringSeconds: 8 })]);
  const migration = readFileSync(new URL('../../migrations/0046-earlier-waits.sql', import.meta.url), 'utf8');
  await query({ databaseUrl }, migration, []);
  const { answered_calls, abandoned_calls, longest_wait_seconds } = await waitsOf();
  assert.deepEqual([answered_calls, abandoned_calls, longest_wait_seconds], [4, 1, before.longest_wait_seconds]);
  assert.deepEqual(await query({ databaseUrl }, 'select from call_wait_changes', []), []);
  await db.close();
});

test('nothing is compared with a period whose calls may have been deleted because of their age', async () => {
  const keeping = await startTestApp({ CALL_RETENTION_DAYS: 1 });
  const office = await buildSignedIn(keeping, { licenses, role: 'viewer' });
  await buildCalls(keeping, office, [inbound(0, '00:00')]);
  // The 30 days before begin 59 days ago, and only this month is kept, or the last one as well.
  const { data } = (await office.console.get(pathOf(29, 0))).body;
  assert.equal(data.totals.total_calls, 1);
  assert.deepEqual([data.previous_totals, data.previous_waits], [null, null]);
  assert.ok(data.hours.every((hour: { previous_total_calls: null }) => hour.previous_total_calls === null));
  assert.deepEqual(
    data.projects.map((row: { previous_total_calls: null }) => row.previous_total_calls),
    [null],
  );
  const kept = await buildSignedIn(app, { licenses, role: 'viewer' });
  assert.equal((await kept.console.get(pathOf(29, 0))).body.data.previous_totals.total_calls, 0);
});

test('calls are kept since the beginning of the month that holds the oldest of them', () => {
  const now = new Date('2026-11-17T12:00:00Z');
  assert.deepEqual(keptSince(17, now), new Date('2026-10-01T00:00:00Z'));
  assert.deepEqual(keptSince(16, now), new Date('2026-11-01T00:00:00Z'));
  assert.deepEqual(keptSince(0, now), new Date(0));
});
