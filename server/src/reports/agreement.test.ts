import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildKey, buildProject, buildStaff, buildTenant } from '../../test/builders.ts';
import { client, startTestApp, type TestClient } from '../../test/test-app.ts';
import { foldCallCounts } from '../calls/listing/fold-call-counts.ts';
import type { CallType, Signal } from '../calls/state/call-state.ts';
import { changeCalls } from '../calls/state/change-calls.ts';
import { waitLimits } from '../calls/state/wait-counts.ts';
import { readPeriod } from '../http/input/period.ts';
import { decodeId, type TenantId } from '../platform/ids.ts';
import { present } from '../platform/present.ts';
import { periodBefore } from './period-before.ts';
import { readOverview } from './read-overview.ts';

// Reports and lists must equal a plain count of the calls after any change of calls, and however many of the counts are folded.
// PostgreSQL computes it with its own time zone data.

const app = await startTestApp();

/** Uses the existing connections, because there are thousands of these queries. */
async function query(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await app.db.execute({ name: '', text, values })).rows as Record<string, unknown>[];
}

const zones = [
  'UTC',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/Santiago',
  'Europe/Berlin',
];
const today = Temporal.Now.plainDateISO('UTC');

const dayOf = (moment: Temporal.ZonedDateTime) => today.until(moment.toPlainDate()).days;
/** The days, relative to today, on which clocks changed last or will change next. */
const changesOfClocks = zones.flatMap((zone) => {
  const now = Temporal.Now.zonedDateTimeISO(zone);
  const changes = [now.getTimeZoneTransition('previous'), now.getTimeZoneTransition('next')];
  return changes.flatMap((change) => (change && dayOf(change) > -170 ? [dayOf(change)] : []));
});
assert.ok(changesOfClocks.length > 3);

/** The day around which calls happen and reports are requested. */
const anchors = fc.oneof(
  fc.integer({ min: -170, max: 0 }),
  fc.constantFrom(...changesOfClocks).map((day) => day - 3),
);

/** A moment at or near the beginning of a day in some zone, where mistakes are likely, or at any other time. */
const moments = fc.record({
  zone: fc.constantFrom(...zones),
  day: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 36 })),
  after: fc.oneof(fc.constantFrom(-1, 0, 1, 899_999, 900_000), fc.integer({ min: 0, max: 86_400_000 })),
});

function momentOf(anchor: number, { zone, day, after }: { zone: string; day: number; after: number }): Date {
  const start = today.add({ days: anchor + day }).toZonedDateTime({ timeZone: zone });
  return new Date(start.epochMilliseconds + after);
}

type News = ('ringing' | 'answered' | 'ended')[];
const stories: News[] = [['ringing'], ['answered'], ['ended'], ['ringing', 'ended'], ['answered', 'ended']];
const news = fc.constantFrom(...stories);
const endings = fc.constantFrom(
  'no_answer' as const,
  'busy' as const,
  'failed' as const,
  'missed_call' as const,
  'voicemail' as const,
);
const reasons = fc.constantFrom('busy' as const, 'caller_gave_up' as const);
const seconds = fc.integer({ min: 0, max: 400 });
const which = fc.nat({ max: 200 });
const staff = fc.nat({ max: 2 });
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, arbitrary);

const newCalls = fc.record({
  kind: fc.constant('calls' as const),
  calls: fc.array(
    fc.record({
      moment: moments,
      isTest: fc.boolean(),
      callType: fc.constantFrom('outbound' as const, 'inbound' as const),
      staff: fc.option(staff),
      project: fc.nat({ max: 1 }),
    }),
    { minLength: 25, maxLength: 40, size: 'max' },
  ),
});
const analyzedCall = fc.record({
  kind: fc.constant('signals' as const),
  signals: fc.array(
    fc.record({ which, news, status: endings, reason: reasons, waited: fc.integer({ min: 0, max: 70_000 }), seconds }),
    {
      minLength: 20,
      maxLength: 60,
      size: 'max',
    },
  ),
});
const taken = fc.record({ kind: fc.constant('take' as const), which, staff });
const talk = fc.integer({ min: 0, max: 90_000 });
const analyzed = fc.record({
  kind: fc.constant('analyze' as const),
  calls: fc.array(fc.record({ which, staffMs: talk, customerMs: talk }), { minLength: 20, maxLength: 40, size: 'max' }),
});
const labeled = fc.record({
  kind: fc.constant('label' as const),
  calls: fc.array(
    fc.record({ which, tags: fc.subarray(['a', 'b', 'c']), outcome: fc.constantFrom(null, 'sold', 'a') }),
    { minLength: 10, maxLength: 20, size: 'max' },
  ),
});
const folded = fc.record({ kind: fc.constant('fold' as const) });
const steps = fc.oneof(
  ...[newCalls, taken, analyzed],
  { weight: 2, arbitrary: analyzedCall },
  { weight: 2, arbitrary: labeled },
  { weight: 2, arbitrary: folded },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

const questions = fc.record({
  zone: fc.constantFrom(...zones),
  from: fc.integer({ min: -3, max: 4 }),
  length: fc.oneof(fc.integer({ min: 0, max: 31 }), fc.constant(31)),
  granularity: fc.constantFrom('day', 'week', 'month'),
  isTest: fc.boolean(),
  staff: sometimes(fc.uniqueArray(staff, { minLength: 1 })),
  project: sometimes(fc.nat({ max: 1 })),
  callType: sometimes(fc.constantFrom('outbound', 'inbound')),
  /** When the overview is read, as a part of the period; null after it. */
  reading: sometimes(fc.double({ min: 0, max: 1, noNaN: true })),
  limit: fc.constantFrom(...waitLimits),
});
type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never;

type World = {
  anchor: number;
  tenantId: number;
  test: TestClient;
  live: TestClient;
  staffIds: number[];
  projectIds: number[];
  callIds: string[];
};

async function buildWorld(anchor: number): Promise<World> {
  const { tenantId, projectId, api } = await buildTenant(app, { licenses: ['open_api_advanced'] });
  const live = client(app, (await buildKey(app, tenantId, { kind: 'live' })).key);
  const staffIds = [await buildStaff(app, tenantId), await buildStaff(app, tenantId, false)];
  staffIds.push(await buildStaff(app, tenantId));
  return {
    anchor,
    tenantId,
    test: api,
    live,
    staffIds,
    projectIds: [projectId, await buildProject(app, tenantId)],
    callIds: [],
  };
}

async function play(world: World, step: Step): Promise<void> {
  if (step.kind === 'fold') await foldCallCounts(app.db);
  else if (step.kind === 'calls') await addCalls(world, step.calls);
  else if (step.kind === 'signals') await signalCalls(world, step.signals);
  else if (step.kind === 'take') await takeCall(callOf(world, step), world.staffIds[step.staff] as number);
  else if (step.kind === 'label') for (const call of step.calls) await labelCall(callOf(world, call), call);
  else for (const analyzedCall of step.calls) await analyze(callOf(world, analyzedCall), analyzedCall);
}

const callOf = ({ callIds }: World, { which }: { which: number }) => callIds[which % callIds.length] as string;

async function addCalls(world: World, calls: Extract<Step, { kind: 'calls' }>['calls']): Promise<void> {
  const { tenantId, staffIds, projectIds } = world;
  const toBuild = calls.map(({ moment, isTest, callType, staff, project }) => ({
    at: momentOf(world.anchor, moment),
    isTest,
    status: 'initiating' as const,
    callType,
    ...(staff !== null && { staffId: staffIds[staff] as number }),
    projectId: projectIds[project] as number,
  }));
  const built = await buildCalls(app, { tenantId, projectId: 0 }, toBuild);
  world.callIds.push(...built.map((callId) => decodeId('call', callId) as string));
}

type CallRow = Parameters<typeof changeCalls>[1][number]['call'];
type StepSignal = Extract<Step, { kind: 'signals' }>['signals'][number];

/** Changes calls as signals of the engine do. */
function signalCalls(world: World, signals: StepSignal[]): Promise<void> {
  const byCall = Map.groupBy(signals, (one) => callOf(world, one));
  return app.db.transaction(async (tx) => {
    const text = 'select * from calls where tenant_id = $1 and call_id = any($2) for update';
    const { rows } = await tx.execute({ name: '', text, values: [world.tenantId, [...byCall.keys()]] });
    const changes = (rows as CallRow[]).map((call) => {
      return { call, signals: (byCall.get(call.call_id) ?? []).flatMap((one) => signalsOf(call, one)) };
    });
    changeCalls(tx, changes);
  });
}

function signalsOf(call: CallRow, { news, status, reason, waited, seconds }: StepSignal): Signal[] {
  const after = (milliseconds: number) => new Date(call.initiated_at.getTime() + milliseconds);
  const leg = call.call_type === 'outbound' ? 'customer' : 'staff';
  const ending = { status, reason, hangupBy: 'system' } as const;
  return news.map((kind) =>
    kind === 'ended' ? { kind, at: after(waited + seconds * 1_000), ending } : { kind, leg, at: after(waited) },
  );
}

const countedState = `case when status <> 'connected' then status when ended_at is null then 'talking' else 'talked' end`;

/** Assigns a call to a staff member, from none or from another. */
async function takeCall(callId: string, staffId: number): Promise<void> {
  await query(
    `with before as (select * from calls where call_id = $1),
     left_and_come as (
       insert into call_count_changes
         (tenant_id, is_test, quarter, staff_id, project_id, call_type, state, n, duration_seconds, staff_talk_ms, customer_talk_ms)
       select tenant_id, is_test, floor(extract(epoch from initiated_at) / 900), case n when 1 then $2 else staff_id end,
         project_id, call_type, ${countedState}, n, n * coalesce(duration_seconds, 0), n * coalesce(staff_talk_ms, 0),
         n * coalesce(customer_talk_ms, 0)
       from before, unnest(array[-1, 1]) n)
     update calls set staff_id = $2 where call_id = $1`,
    [callId, staffId],
  );
}

const labelCall = (callId: string, { tags, outcome }: { tags: string[]; outcome: string | null }) =>
  query('update calls set tags = $2, outcome = $3 where call_id = $1', [callId, tags.length ? tags : null, outcome]);

/** Adds the voice analysis of a call that has ended. */
async function analyze(
  callId: string,
  { staffMs, customerMs }: { staffMs: number; customerMs: number },
): Promise<void> {
  await query(
    `with analyzed as (
       update calls set staff_talk_ms = $2, customer_talk_ms = $3
       where call_id = $1 and status = 'connected' and ended_at is not null and staff_talk_ms is null returning *)
     insert into call_count_changes
       (tenant_id, is_test, quarter, staff_id, project_id, call_type, state, n, staff_talk_ms, customer_talk_ms)
     select tenant_id, is_test, floor(extract(epoch from initiated_at) / 900), staff_id, project_id, call_type, 'talked', 0,
       staff_talk_ms, customer_talk_ms
     from analyzed`,
    [callId, staffMs, customerMs],
  );
}

const quotient = (part: string, whole: string, decimals: number) =>
  `round((${part})::numeric / nullif(${whole}, 0), ${decimals})::float8`;
const isTalked = `status = 'connected' and ended_at is not null`;
const common = `count(*)::int as total_calls, (count(*) filter (where status = 'connected'))::int as connected_calls,
  (count(*) filter (where status = 'missed_call'))::int as missed_calls,
  coalesce(sum(duration_seconds), 0)::int as total_duration_seconds,
  ${quotient('sum(duration_seconds)', `count(*) filter (where ${isTalked})`, 2)} as average_duration_seconds,
  ${quotient(`count(*) filter (where ${isTalked})`, 'count(*) filter (where ended_at is not null)', 4)} as success_rate`;

/** The calls that a question is about, counted by PostgreSQL. Its parameters come first. */
function countCalls(world: World, asked: Question, select: string, values: unknown[] = []) {
  const staffIds = asked.staff?.map((i) => world.staffIds[i]) ?? null;
  const projectId = asked.project === null ? null : world.projectIds[asked.project];
  const [from, to] = daysOf(world, asked);
  const sql = `
    with asked as (
      select *, (initiated_at at time zone $5)::date as day from calls
      where tenant_id = $1 and is_test = $2 and ($3::int8[] is null or staff_id = any($3))
        and ($4::int8 is null or project_id = $4) and ($8::text is null or call_type = $8)
        and (initiated_at at time zone $5)::date between $6 and $7)
    ${select}`;
  const { tenantId } = world;
  return query(sql, [tenantId, asked.isTest, staffIds, projectId, asked.zone, from, to, asked.callType, ...values]);
}

function daysOf({ anchor }: World, { from, length }: Question): [string, string] {
  const first = today.add({ days: anchor + from });
  return [first.toString(), first.add({ days: length }).toString()];
}

function pathOf(world: World, asked: Question, report: string): string {
  const [from, to] = daysOf(world, asked);
  const parameters = new URLSearchParams({ from, to, timezone: asked.zone });
  if (asked.staff) parameters.set('staff_id', asked.staff.map((i) => world.staffIds[i]).join(','));
  if (asked.project !== null) parameters.set('project_id', `${world.projectIds[asked.project]}`);
  if (asked.callType !== null) parameters.set('call_type', asked.callType);
  return `${report}?${parameters}`;
}

async function assertAgreement(world: World, asked: Question): Promise<void> {
  const api = asked.isTest ? world.test : world.live;
  const get = async (report: string, more = '') => {
    const answer = await api.get(`${pathOf(world, asked, report)}${more}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  const { totals, periods } = (await get('/reports/summary', `&granularity=${asked.granularity}`)).data;
  const [from, to] = daysOf(world, asked);
  const starts = [from, ...periods.map(({ period_start }: { period_start: string }) => period_start)];
  const ends = [to, ...periods.map(({ period_end }: { period_end: string }) => period_end)];
  const expected = await countCalls(
    world,
    asked,
    `select counted.* from unnest($9::date[], $10::date[]) with ordinality as part (first, last, position), lateral (
       select ${common}, (count(*) filter (where status = 'no_answer'))::int as no_answer_calls,
         (count(*) filter (where status not in ('connected', 'no_answer', 'missed_call')))::int as other_calls
       from asked where day between first and last) counted order by position`,
    [starts, ends],
  );
  assert.deepEqual([totals, ...periods.map(figuresOf)], expected);

  const users = await get('/reports/users');
  const expectedUsers = await countCalls(
    world,
    asked,
    `select shown.staff_id::int, staff_name, counted.* from (
       select staff_id, name as staff_name from staff
       where tenant_id = $1 and ($3::int8[] is null or staff_id = any($3))
       union all select null, null where exists (select from asked where staff_id is null)) shown, lateral (
       select ${common}, (count(*) filter (where call_type = 'outbound'))::int as outbound_calls,
         (count(*) filter (where call_type = 'inbound'))::int as inbound_calls,
         ${quotient('sum(staff_talk_ms)', 'sum(staff_talk_ms + customer_talk_ms)', 4)} as talk_ratio
       from asked where asked.staff_id is not distinct from shown.staff_id) counted
     order by shown.staff_id nulls last`,
  );
  assert.deepEqual(users.data, expectedUsers);
  assert.equal(users.pagination.total, expectedUsers.length);

  const labels = await get('/reports/tags');
  const expectedLabels = await countCalls(
    world,
    asked,
    `select kind, value, counted.total_calls, counted.connected_calls, counted.success_rate, counted.average_duration_seconds
     from (select distinct kind, value from asked, labels_of(tags, outcome)) l, lateral (
       select ${common} from asked
       where (kind = 'tag' and value = any(tags)) or (kind = 'outcome' and value = outcome)) counted
     order by kind = 'outcome', total_calls desc, value collate "C"`,
  );
  assert.deepEqual(labels.data, expectedLabels);
  assert.equal(labels.pagination.total, expectedLabels.length);
  for (const { kind, value, total_calls } of expectedLabels)
    assert.equal((await get('/calls', `&${kind}=${value}`)).pagination.total, total_calls, `${kind} ${value}`);

  await assertOverview(world, asked);

  for (const list of ['/reports/calls', '/calls'])
    assert.equal((await get(list)).pagination.total, totals.total_calls, list);
}

/** The figures of the overview, of the period and of the one before it, against the calls. */
async function assertOverview(world: World, asked: Question): Promise<void> {
  const [from, to] = daysOf(world, asked);
  const period = present(readPeriod({ from, to, timezone: asked.zone }, new Date()).period);
  const length = period.end.getTime() - period.start.getTime();
  const now = new Date(period.start.getTime() + Math.floor((asked.reading ?? 1) * length));
  const filters = {
    ...(asked.staff && { staff_ids: asked.staff.map((i) => world.staffIds[i] as never) }),
    ...(asked.project !== null && { project_ids: [world.projectIds[asked.project] as never] }),
    ...(asked.callType !== null && { call_types: [asked.callType as CallType] }),
  };
  const tenantId = world.tenantId as TenantId;
  const request = { isTest: asked.isTest, period, filters, limit: asked.limit, keptSince: new Date(0), now };
  const overview = await readOverview(app.db, tenantId, request);
  const before = periodBefore(period, now);
  const spans = [period, before];
  const of = async (span: { start: Date; end: Date }, select: string) => {
    const { projectIds, staffIds } = world;
    const [staff, project] = [asked.staff?.map((i) => staffIds[i]) ?? null, asked.project];
    return query(
      `with asked as (
         select *, initiated_at at time zone $6 as local, answered_at - initiated_at as waited,
           case when answered_at is not null then 'answered' when ended_at is null then null
             when status = 'voicemail' then 'voicemail' when end_reason = 'caller_gave_up' then 'abandoned' else 'unanswered' end as wait
         from calls
         where tenant_id = $1 and is_test = $2 and initiated_at >= $3 and initiated_at < $4
           and ($5::int8[] is null or staff_id = any($5)) and ($7::int8 is null or project_id = $7)
           and ($8::text is null or call_type = $8))
       ${select}`,
      [
        ...[tenantId, asked.isTest, span.start, span.end, staff, asked.zone],
        ...[project === null ? null : projectIds[project], asked.callType],
      ],
    );
  };
  const more = `${common}, (count(*) filter (where call_type = 'outbound'))::int as outbound_calls,
    (count(*) filter (where call_type = 'inbound'))::int as inbound_calls,
    (count(*) filter (where status = 'no_answer'))::int as no_answer_calls,
    (count(*) filter (where status not in ('connected', 'no_answer', 'missed_call')))::int as other_calls`;
  for (const [i, name] of (['totals', 'previous_totals'] as const).entries())
    assert.deepEqual([overview[name]], await of(spans[i] as typeof before, `select ${more} from asked`), name);

  const byHour = (span: { start: Date; end: Date }) =>
    of(
      span,
      `select hour, count(call_id)::int as total_calls, (count(*) filter (where status = 'connected'))::int as connected_calls,
         (count(*) filter (where status = 'missed_call'))::int as missed_calls
       from generate_series(0, 23) hour left join asked on extract(hour from local) = hour group by hour order by hour`,
    );
  const [hours, hoursBefore] = [await byHour(period), await byHour(before)];
  assert.deepEqual(
    overview.hours,
    hours.map((row, hour) => ({ ...row, previous_total_calls: hoursBefore[hour]?.total_calls })),
  );
  const weekdays = await of(
    period,
    `select weekday, array(select (select count(*)::int from asked where extract(isodow from local) = weekday
         and extract(hour from local) = hour) from generate_series(0, 23) hour order by hour) as hours
     from generate_series(1, 7) weekday order by weekday`,
  );
  assert.deepEqual(
    overview.weekdays.map(({ weekday, hours }) => ({ weekday, hours })),
    weekdays,
  );
  assert.equal(
    overview.weekdays.reduce((sum, { days }) => sum + days, 0),
    period.days.length,
  );

  const hasWaits = !asked.staff && asked.callType !== 'outbound';
  const inMs = (interval: string) => `extract(epoch from ${interval}) * 1000`;
  const ofWait = (wait: string) => `(count(*) filter (where wait = '${wait}'))::int`;
  const isWithin = `wait = 'answered' and ${inMs('waited')} <= ${asked.limit * 1_000}`;
  const waits = `${asked.limit} as limit_seconds, ${ofWait('answered')} as answered_calls,
    (count(*) filter (where ${isWithin}))::int as answered_within_limit, ${ofWait('abandoned')} as abandoned_calls,
    ${ofWait('unanswered')} as unanswered_calls, ${ofWait('voicemail')} as voicemail_calls,
    ${quotient(`count(*) filter (where ${isWithin})`, 'count(wait)', 4)} as answered_within_rate,
    ${quotient(`count(*) filter (where wait = 'abandoned')`, 'count(wait)', 4)} as abandoned_rate,
    ${quotient(`sum(${inMs('waited')}) filter (where wait = 'answered')`, `1000 * count(*) filter (where wait = 'answered')`, 2)}
      as average_wait_seconds,
    ${quotient(`sum(${inMs('ended_at - initiated_at')}) filter (where wait = 'abandoned')`, `1000 * count(*) filter (where wait = 'abandoned')`, 2)}
      as average_abandoned_seconds,
    floor(max(extract(epoch from coalesce(waited, ended_at - initiated_at))) filter (where wait <> 'voicemail'))::int
      as longest_wait_seconds`;
  for (const [i, name] of (['waits', 'previous_waits'] as const).entries()) {
    const expected = await of(spans[i] as typeof before, `select ${waits} from asked where call_type = 'inbound'`);
    assert.deepEqual([overview[name]], hasWaits ? expected : [null], name);
  }

  const inProjects = await of(period, `select project_id::int, ${more} from asked group by 1 order by 2 desc, 1`);
  const waitsInProjects = await of(
    period,
    `select project_id::int, ${waits} from asked where call_type = 'inbound' group by 1`,
  );
  const totalsBefore = await of(before, 'select project_id::int, count(*)::int as total from asked group by 1');
  const shown = overview.projects.filter(({ total_calls }) => total_calls > 0);
  assert.deepEqual(
    shown.map(({ project_name, previous_total_calls, waits, ...row }) => row),
    inProjects,
  );
  for (const { project_id, project_name, previous_total_calls, waits } of overview.projects) {
    const { project_id: _, ...expected } = waitsInProjects.find((row) => row.project_id === project_id) ?? {};
    if (hasWaits && Object.keys(expected).length > 0) assert.deepEqual(waits, expected);
    const total = totalsBefore.find((row) => row.project_id === project_id)?.total ?? 0;
    assert.deepEqual([typeof project_name, previous_total_calls], ['string', total]);
  }
}

type Row = { period_start: string; period_end: string };
const figuresOf = ({ period_start, period_end, ...figures }: Row) => figures;

test('reports and lists equal a plain count of the calls, after any changes and folds', async () => {
  const property = fc.asyncProperty(
    anchors,
    newCalls,
    fc.array(steps, { minLength: 6, maxLength: 12, size: 'max' }),
    fc.array(questions, { minLength: 4, maxLength: 6, size: 'max' }),
    async (anchor, first, played, asked) => {
      const world = await buildWorld(anchor);
      for (const step of [first, ...played]) await play(world, step);
      for (const question of asked) await assertAgreement(world, question);
    },
  );
  // Shrinking to a smaller example would take many times as long.
  await fc.assert(property, { numRuns: 12, endOnFailure: true });
});
