import { createCustomers } from '../../server/src/customers/create-customers.ts';
import type { Database } from '../../server/src/database/connect.ts';
import { statement } from '../../server/src/database/sql.ts';
import type { ProjectId, StaffId, TenantId } from '../../server/src/platform/ids.ts';
import { present } from '../../server/src/platform/present.ts';
import { createProject } from '../../server/src/projects/create-project.ts';
import { createStaff } from '../../server/src/staff/create-staff.ts';
import { createTenant } from '../../server/src/tenants/create-tenant.ts';
import { inParallel } from './in-parallel.ts';

// Calls of half a year, as if they had been made: one tenant has the requested number, and each of twenty others a hundredth of
// that. PostgreSQL generates them, an hour of the half year per statement, and several months at once.

const days = 180;
const staffEach = 50;
const projectsEach = 5;
const customersOfOwner = 2_000;
const neighbors = 20;
const partOfNeighbor = 0.01;

/** Offices are open from 0 to 9 o'clock UTC, which is daytime in Tokyo; few work at weekends. */
const hourWeights = [9, 11, 11, 8, 10, 11, 11, 10, 8, 5, 3, 2, 1, 0.5, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.3, 1, 3];
const weekendWeight = 0.3;

/** How calls end, and how often. */
const endings = [
  { status: 'connected', part: 0.55, reason: 'completed', hangupBy: 'customer', sip: 'null', cause: 16 },
  { status: 'no_answer', part: 0.25, reason: 'no_answer', hangupBy: 'system', sip: 480, cause: 19 },
  { status: 'busy', part: 0.08, reason: 'busy', hangupBy: 'customer', sip: 486, cause: 17 },
  { status: 'rejected', part: 0.03, reason: 'rejected', hangupBy: 'customer', sip: 603, cause: 21 },
  { status: 'canceled', part: 0.04, reason: 'canceled_by_staff', hangupBy: 'staff', sip: 'null', cause: 16 },
  { status: 'failed', part: 0.03, reason: 'invalid_number', hangupBy: 'system', sip: 404, cause: 1 },
  { status: 'voicemail', part: 0.01, reason: 'voicemail', hangupBy: 'system', sip: 200, cause: 16 },
  { status: 'missed_call', part: 0.01, reason: 'caller_gave_up', hangupBy: 'customer', sip: 487, cause: 'null' },
] as const;

export type Planted = { tenantId: TenantId; staffIds: StaffId[]; projectIds: ProjectId[] };

/** Ends with an error instead of running forever. */
const patienceMs = 90 * 60_000;

export async function plantCalls(db: Database, calls: number, report: (progress: string) => void): Promise<Planted> {
  const owner = await plantTenant(db, 'Bench');
  const others: Planted[] = [];
  for (let i = 1; i <= neighbors; i++) others.push(await plantTenant(db, `Neighbor ${i}`));
  const first_customer_id = await plantCustomers(db, owner);

  const tenants = [owner, ...others];
  const hours = planHours(calls, new Date());
  const months = [...Map.groupBy(hours, ({ hour }) => hour.toISOString().slice(0, 7)).values()];
  for (const month of months) await makePartition.run(db, { moment: month[0]?.hour as Date });
  const parties = {
    tenant_ids: tenants.map(({ tenantId }) => tenantId),
    first_staff_ids: tenants.map(({ staffIds }) => Math.min(...staffIds)),
    first_project_ids: tenants.map(({ projectIds }) => Math.min(...projectIds)),
    first_customer_id,
  };

  const begin = Date.now();
  let done = 0;
  let reportedAt = begin;
  await inParallel(4, months, async (month) => {
    for (const { hour, own, others } of month) {
      const drawn = await drawHour.first(db, { ...parties, hour, own, others });
      done += drawn?.made ?? 0;
      if (Date.now() - begin > patienceMs) throw new Error('Making the calls takes too long; ask for fewer.');
      if (Date.now() - reportedAt < 5_000) continue;
      reportedAt = Date.now();
      report(`${progress(done, begin)}`);
    }
  });
  report(`${progress(done, begin)}; counting them`);
  await inParallel(2, months, async (month) => {
    await countMonth.run(db, {
      start: month[0]?.hour as Date,
      end: new Date((month.at(-1)?.hour.getTime() ?? 0) + 3_600_000),
    });
  });
  for (const coarsen of coarserGrains) await coarsen.run(db, {});
  await countStaff.run(db, {});
  await plantLabels(db);
  for (const table of [
    'calls',
    'call_labels',
    'call_label_counts',
    'call_counts',
    'staff_call_counts',
    'call_external_ids',
    'customers',
    'staff',
    'events',
  ])
    await db.execute({ name: '', text: `vacuum analyze ${table}`, values: [] });
  await db.execute({ name: '', text: 'checkpoint', values: [] });
  report(`${progress(done, begin)} with their counts, vacuumed`);
  return owner;
}

/**
 * One call of a hundred has the tag `common`, one of ten thousand the tag `rare`, and one of fifty an outcome. The trigger on
 * calls writes labels of calls that change; these are inserted with them.
 */
async function plantLabels(db: Database): Promise<void> {
  await writeLabels.run(db, {});
  await countLabels.run(db, { grain: 'quarter', unit: 1 });
  await countLabels.run(db, { grain: 'day', unit: 96 });
}

function progress(done: number, begin: number): string {
  const seconds = (Date.now() - begin) / 1_000;
  return `${done.toLocaleString('en')} calls of all tenants in ${seconds.toFixed(0)} s, ${Math.round(done / seconds).toLocaleString('en')}/s`;
}

async function plantTenant(db: Database, name: string): Promise<Planted> {
  return db.transaction(async (tx) => {
    const tenantId = await createTenant(tx, { name, country: 'JP', licenses: ['open_api_advanced'] });
    const projectIds: ProjectId[] = [];
    const staffIds: StaffId[] = [];
    for (let i = 1; i <= projectsEach; i++)
      projectIds.push(await createProject(tx, tenantId, { name: `Project ${i}` }));
    for (let i = 1; i <= staffEach; i++) staffIds.push(await createStaff(tx, tenantId, { name: `Staff ${i}` }));
    return { tenantId, projectIds, staffIds };
  });
}

/** The id of the first one; the others follow. */
async function plantCustomers(db: Database, { tenantId, projectIds }: Planted): Promise<number> {
  const project_id = present(projectIds[0]);
  const ids: number[] = [];
  while (ids.length < customersOfOwner) {
    const wanted = Array.from({ length: 500 }, (_, i) => ({
      project_id,
      name: `佐藤 花子 ${ids.length + i}`,
      tel1: `+8190${10_000_000 + ids.length + i}`,
    }));
    const creations = await db.transaction((tx) => createCustomers(tx, { tenantId, kind: 'live' }, wanted));
    ids.push(...creations.flatMap((made) => (made.kind === 'created' ? [made.customer.customer_id] : [])));
  }
  return Math.min(...ids);
}

type Hour = { hour: Date; own: number; others: number };

/** How many calls each hour has, for the tenant and for its neighbors: in total exactly the requested number. */
function planHours(calls: number, now: Date): Hour[] {
  const last = Math.floor(now.getTime() / 3_600_000);
  const first = Math.floor(last / 24) * 24 - days * 24;
  const hours = Array.from({ length: last - first }, (_, i) => new Date((first + i) * 3_600_000));
  const weights = hours.map((hour) => {
    const isWeekend = [0, 6].includes(hour.getUTCDay());
    return (hourWeights[hour.getUTCHours()] ?? 0) * (isWeekend ? weekendWeight : 1);
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return hours.map((hour, i) => {
    const after = before + ((weights[i] ?? 0) / all) * calls;
    const between = (times: number) => Math.round(after * times) - Math.round(before * times);
    const planned = { hour, own: between(1), others: between(neighbors * partOfNeighbor) };
    before = after;
    return planned;
  });
}

const acrossTenants = 'It makes the calls of all tenants.';

const makePartition = statement({
  name: 'bench_make_partition',
  takes: { moment: 'timestamptz' },
  acrossTenants,
  sql: `select make_call_partition((:moment at time zone 'UTC')::date)`,
});

/** A value for each ending; the last one takes the rest. */
const byEnding = (value: (ending: (typeof endings)[number]) => string | number) =>
  `case status ${endings.map((ending) => `when '${ending.status}' then ${value(ending)}`).join(' ')} end`;
const drawnStatus = endings
  .slice(0, -1)
  .map(({ status }, i) => {
    const upTo = endings.slice(0, i + 1).reduce((sum, { part }) => sum + part, 0);
    return `when luck < ${upTo.toFixed(4)} then '${status}'`;
  })
  .join(' ');

const drawHour = statement({
  name: 'bench_draw_hour',
  takes: {
    tenant_ids: 'int8[]',
    first_staff_ids: 'int8[]',
    first_project_ids: 'int8[]',
    first_customer_id: 'int8',
    hour: 'timestamptz',
    own: 'int4',
    others: 'int4',
  },
  gives: { made: 'int8' },
  acrossTenants,
  sql: `
    with drawn as materialized (
      select i, case when i <= :own::int4 then 1 else 2 + floor(random() * ${neighbors})::int end as owner,
        :hour::timestamptz + random() * interval '1 hour' as moment, floor(random() * ${staffEach})::int as member,
        random() as luck, random() as ring, random() as talk, random() as share, random() as more
      from generate_series(1, :own + :others::int4) i
    ), ended as (
      select *, case ${drawnStatus} else '${endings.at(-1)?.status}' end as status,
        least(3 + floor(-ln(1 - talk) * 120), 3600)::int as talk_seconds,
        date_trunc('milliseconds', moment) as initiated_at,
        date_trunc('milliseconds', moment) + interval '4 seconds' + ring * interval '20 seconds' as stopped_ringing_at,
        '+8190' || serial as number
      from (select *, 10000000 + floor(luck * 89999999)::int as serial from drawn) numbered
    ), created as (
      insert into calls (tenant_id, is_test, call_id, call_type, status, phone_number, e164, staff_id, project_id,
        customer_id, external_id, initiated_at, dialled_at, ringing_at, answered_at, ended_at, duration_seconds, end_reason,
        hangup_by, sip_code, q850_cause, staff_leg_status, customer_leg_status, sequence, recording, staff_talk_ms,
        customer_talk_ms, tags, outcome)
      select (:tenant_ids::int8[])[owner], false, uuid_at(moment, substr(gen_random_uuid()::text, 19)),
        case status when 'missed_call' then 'inbound' else 'outbound' end, status, number, number,
        case when status <> 'missed_call' then (:first_staff_ids::int8[])[owner] + member end,
        -- Most staff have their own project, and help out in others.
        (:first_project_ids::int8[])[owner] + case when more < 0.8 then member % ${projectsEach} else floor(share * ${projectsEach})::int end,
        case when owner = 1 and share < 0.3 then :first_customer_id::int8 + floor(ring * ${customersOfOwner})::int end,
        case when more > 0.9 then 'order-' || extract(epoch from :hour)::int8 || '-' || i end,
        initiated_at, initiated_at + interval '20 milliseconds', initiated_at + interval '3 seconds',
        case status when 'connected' then stopped_ringing_at end,
        case status when 'connected' then stopped_ringing_at + talk_seconds * interval '1 second' else stopped_ringing_at end,
        case status when 'connected' then talk_seconds else 0 end,
        ${byEnding(({ reason }) => `'${reason}'`)}, ${byEnding(({ hangupBy }) => `'${hangupBy}'`)},
        ${byEnding(({ sip }) => sip)}, ${byEnding(({ cause }) => cause)},
        'ended', 'ended', case status when 'connected' then 4 else 3 end,
        case status when 'connected' then '{"status":"ready","duration_seconds":60,"size_bytes":1920044,"channels":2}'::json end,
        case status when 'connected' then (talk_seconds * 1000 * (0.3 + share * 0.2))::int end,
        case status when 'connected' then (talk_seconds * 1000 * (0.2 + more * 0.2))::int end,
        case when serial % 10000 = 0 then array['common', 'rare'] when serial % 100 = 0 then array['common'] end,
        case when serial % 50 = 1 then 'callback' end
      from ended order by moment
      returning tenant_id, external_id, is_test, call_id
    ), named as (
      insert into call_external_ids (tenant_id, external_id, is_test, call_id)
      select tenant_id, external_id, is_test, call_id from created where external_id is not null
    )
    select count(*) as made from created`,
});

const states = ['initiating', 'ringing', 'talking', 'talked', ...endings.slice(1).map(({ status }) => status)];
const totals = ['duration_seconds', 'staff_talk_ms', 'customer_talk_ms'];
const sums = [...states, ...totals].join(', ');

/** The finest grain is counted from the calls, which have all ended, and the coarser ones from that. */
const countMonth = statement({
  name: 'bench_count_month',
  takes: { start: 'timestamptz', end: 'timestamptz' },
  acrossTenants,
  sql: `
    insert into call_counts (tenant_id, is_test, grain, staff_id, quarter, project_id, call_type, ${sums})
    select tenant_id, is_test, 'staff_quarter', coalesce(staff_id, 0), floor(extract(epoch from initiated_at) / 900)::int,
      project_id, call_type, ${states.map((state) => `count(*) filter (where status = '${state === 'talked' ? 'connected' : state}')`).join(', ')},
      ${totals.map((name) => `coalesce(sum(${name}), 0)`).join(', ')}
    from calls where call_id >= uuid_at(:start) and call_id < uuid_at(:end)
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`,
});

const coarserGrains = [
  coarser('staff_hour', 'staff_quarter', 'staff_id', 'quarter - quarter % 4'),
  coarser('staff_day', 'staff_hour', 'staff_id', 'quarter - quarter % 96'),
  coarser('quarter', 'staff_quarter', '0', 'quarter'),
  coarser('hour', 'quarter', '0', 'quarter - quarter % 4'),
  coarser('day', 'hour', '0', 'quarter - quarter % 96'),
];

function coarser(grain: string, finer: string, staffId: string, quarter: string) {
  return statement({
    name: `bench_count_${grain}`,
    takes: {},
    acrossTenants,
    sql: `
      insert into call_counts (tenant_id, is_test, grain, staff_id, quarter, project_id, call_type, ${sums})
      select tenant_id, is_test, '${grain}', ${staffId}, ${quarter}, project_id, call_type,
        ${[...states, ...totals].map((name) => `sum(${name})`).join(', ')}
      from call_counts where grain = '${finer}' group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`,
  });
}

const countStaff = statement({
  name: 'bench_count_staff',
  takes: {},
  acrossTenants,
  sql: `
    insert into staff_call_counts (tenant_id, is_test, grain, staff_id, quarter, call_type, ${sums})
    select tenant_id, is_test, substr(grain, 7), staff_id, quarter, call_type,
      ${[...states, ...totals].map((name) => `sum(${name})`).join(', ')}
    from call_counts where grain in ('staff_hour', 'staff_day') group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
});

const writeLabels = statement({
  name: 'bench_write_labels',
  takes: {},
  acrossTenants,
  sql: `
    insert into call_labels (tenant_id, is_test, kind, value, call_id)
    select tenant_id, is_test, kind, value, call_id from calls, labels_of(tags, outcome)
    where tags is not null or outcome is not null
    order by tenant_id, kind, value, call_id`,
});

const countLabels = statement({
  name: 'bench_count_labels',
  takes: { grain: 'text', unit: 'int4' },
  acrossTenants,
  sql: `
    insert into call_label_counts (tenant_id, is_test, grain, kind, value, quarter, project_id, call_type, ${states.join(', ')}, duration_seconds)
    select tenant_id, is_test, :grain, kind, value, quarter - quarter % :unit::int4, project_id, call_type,
      ${states.map((state) => `count(*) filter (where status = '${state === 'talked' ? 'connected' : state}')`).join(', ')},
      sum(duration_seconds)
    from calls, labels_of(tags, outcome), lateral (select floor(extract(epoch from initiated_at) / 900)::int as quarter) q
    where tags is not null or outcome is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8`,
});
