import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { atEnd } from '../../../test/at-end.ts';
import { insertCalls } from '../../../test/build/build-calls.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { connect } from '../../database/connect.ts';
import { decodeId } from '../../platform/ids.ts';
import { callStatuses, countedState, countedStates } from '../state/call-state.ts';
import { foldCallCounts } from './fold-call-counts.ts';

// A database without a server, because its chores would fold too.
const databaseUrl = await createTestDatabase();
const db = connect(databaseUrl, { poolSize: 4, applicationName: 'test', onIdleError: () => {} });
atEnd(db.close);
const connection = new pg.Client({ connectionString: databaseUrl });
await connection.connect();
atEnd(() => connection.end());

const columns = [...countedStates, 'duration_seconds', 'staff_talk_ms', 'customer_talk_ms'];
const key = 'grain, tenant_id, is_test, staff_id, quarter, project_id, call_type';

/** The rows in which the counts of any grain differ from a plain count of the calls; there must be none. */
async function differences() {
  const { rows } = await connection.query(`
    with grains (grain, unit, by_staff) as (
      values ('quarter', 1, false), ('hour', 4, false), ('day', 96, false), ('staff_quarter', 1, true),
        ('staff_hour', 4, true), ('staff_day', 96, true)
    ), states as (
      select *, floor(extract(epoch from initiated_at) / 900)::int as quarter,
        case when status <> 'connected' then status when ended_at is null then 'talking' else 'talked' end as state
      from calls
    ), plain as (
      select grain, tenant_id, is_test, case when by_staff then coalesce(staff_id, 0) else 0 end as staff_id,
        quarter - quarter % unit as quarter, project_id, call_type,
        ${countedStates.map((state) => `count(*) filter (where state = '${state}') as ${state}`).join(', ')},
        coalesce(sum(duration_seconds), 0) as duration_seconds, coalesce(sum(staff_talk_ms), 0) as staff_talk_ms,
        coalesce(sum(customer_talk_ms), 0) as customer_talk_ms
      from states, grains group by 1, 2, 3, 4, 5, 6, 7
    ), kept as (
      select ${key}, ${columns.map((name) => `sum(${name}) as ${name}`).join(', ')} from (
        select ${key}, ${columns.join(', ')} from call_counts
        union all
        select grain, tenant_id, is_test, case when by_staff then coalesce(staff_id, 0) else 0 end,
          quarter - quarter % unit, project_id, call_type, ${columns.join(', ')}
        from unfolded_call_counts, grains) counts
      group by ${key} having ${columns.map((name) => `sum(${name}) <> 0`).join(' or ')}
    )
    (select 'kept' as side, * from kept except select 'kept', * from plain)
    union all (select 'plain', * from plain except select 'plain', * from kept)`);
  return [...rows, ...(await staffDifferences())];
}

/** The rows in which the counts of staff over all projects differ from the sums of those of each project. */
async function staffDifferences() {
  const staffKey = 'tenant_id, is_test, staff_id, quarter, call_type';
  const { rows } = await connection.query(`
    with summed as (
      select substr(grain, 7) as grain, ${staffKey}, ${columns.map((name) => `sum(${name})::int8 as ${name}`).join(', ')}
      from call_counts where grain in ('staff_hour', 'staff_day') group by grain, ${staffKey}
    ), kept as (
      select grain, ${staffKey}, ${columns.map((name) => `${name}::int8`).join(', ')} from staff_call_counts
    )
    (select 'kept' as side, * from kept except select 'kept', * from summed)
    union all (select 'summed', * from summed except select 'summed', * from kept)`);
  return rows;
}

const unfolded = async () => (await connection.query('select count(*)::int as n from call_count_changes')).rows[0].n;

type Moved = { status?: (typeof callStatuses)[number]; isOver?: boolean; staffId?: number; talkMs?: number };

/** Changes a call as production code does: the row, -1 for the old state and +1 for the new one, in one statement. */
async function move(callId: string, { status, isOver, staffId, talkMs }: Moved) {
  const id = decodeId('call', callId);
  const { rows } = await connection.query('select * from calls where call_id = $1', [id]);
  const before = rows[0];
  const after = {
    ...before,
    ...(status && { status, ended_at: isOver ? before.initiated_at : null, duration_seconds: isOver ? 30 : null }),
    ...(staffId && { staff_id: staffId }),
    ...(talkMs && { staff_talk_ms: talkMs, customer_talk_ms: 2 * talkMs }),
  };
  const change = (call: typeof before, n: 1 | -1) => [
    ...[call.staff_id, countedState(call), n, n * (call.duration_seconds ?? 0)],
    ...[n * (call.staff_talk_ms ?? 0), n * (call.customer_talk_ms ?? 0)],
  ];
  await connection.query(
    `with counted as (
       insert into call_count_changes (tenant_id, is_test, quarter, project_id, call_type, staff_id, state, n,
         duration_seconds, staff_talk_ms, customer_talk_ms)
       select tenant_id, is_test, floor(extract(epoch from initiated_at) / 900), project_id, call_type, change.*
       from calls, (values ($2::int8, $3, $4::int, $5::int, $6::int, $7::int),
         ($8::int8, $9, $10::int, $11::int, $12::int, $13::int)) as change
       where call_id = $1)
     update calls set status = $14, ended_at = $15, duration_seconds = $16, staff_id = $8, staff_talk_ms = $17,
       customer_talk_ms = $18 where call_id = $1`,
    [
      ...[id, ...change(before, -1), ...change(after, 1)],
      ...[after.status, after.ended_at, after.duration_seconds, after.staff_talk_ms, after.customer_talk_ms],
    ],
  );
}

// Times in an existing partition, at the borders of quarters, hours and days.
const start = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000;
const which = fc.nat();
const steps = fc.oneof(
  fc.record({
    kind: fc.constant('call' as const),
    tenantId: fc.constantFrom(1, 2),
    at: fc.constantFrom(0, 899_999, 900_000, 3_600_000, 86_399_999, 86_400_000).map((ms) => new Date(start + ms)),
    isTest: fc.boolean(),
    status: fc.constantFrom(...callStatuses),
    callType: fc.constantFrom('outbound' as const, 'inbound' as const),
    staffId: fc.option(fc.constantFrom(1, 2)),
    projectId: fc.constantFrom(1, 2),
  }),
  fc.record({
    kind: fc.constant('status' as const),
    which,
    status: fc.constantFrom(...callStatuses),
    isOver: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('staff' as const), which, staffId: fc.constantFrom(1, 2) }),
  fc.record({ kind: fc.constant('talk' as const), which, talkMs: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ kind: fc.constant('fold' as const) }),
);

test('after any changes and folds, every granularity has the sums of a plain count', async () => {
  const built: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 40 }), async (taken) => {
      for (const step of taken) {
        if (step.kind === 'fold') await foldCallCounts(db);
        else if (step.kind === 'call') {
          const { tenantId, projectId, staffId, kind: _, ...call } = step;
          const tenant = { tenantId, projectId };
          built.push(...(await insertCalls(connection, tenant, [{ ...call, ...(staffId && { staffId }) }])));
        } else {
          const callId = built[step.which % built.length];
          if (callId) await move(callId, step);
        }
        assert.deepEqual(await differences(), []);
      }
    }),
    { numRuns: 20 },
  );
  await foldCallCounts(db);
  assert.equal(await unfolded(), 0);
  assert.deepEqual(await differences(), []);
});

test('the sums hold at every moment while several nodes fold and others write', async () => {
  const tenant = { tenantId: 3, projectId: 1 };
  let isWriting = true;
  let looks = 0;
  const write = async () => {
    const writer = new pg.Client({ connectionString: databaseUrl });
    await writer.connect();
    for (let i = 0; i < 30 || looks < 2; i++) await insertCalls(writer, tenant, [{ staffId: 1 }, { status: 'busy' }]);
    await writer.end();
  };
  const fold = async () => {
    while (isWriting) await foldCallCounts(db);
  };
  const writing = Promise.all([write(), write()]).finally(() => {
    isWriting = false;
  });
  const folding = [fold(), fold(), fold()];
  while (isWriting) {
    assert.deepEqual(await differences(), []);
    looks += 1;
  }
  await Promise.all([writing, ...folding]);
  await foldCallCounts(db);
  assert.equal(await unfolded(), 0);
  assert.deepEqual(await differences(), []);
});

test('more changes than one batch takes are all folded, into one row per kind', async () => {
  const tenant = { tenantId: 4, projectId: 1 };
  const calls = Array.from({ length: 12_000 }, (_, i) => ({ at: new Date(start), staffId: 1 + (i % 3) }));
  await insertCalls(connection, tenant, calls);
  await foldCallCounts(db);
  assert.equal(await unfolded(), 0);
  const { rows } = await connection.query(
    'select grain, staff_id::int, talked from call_counts where tenant_id = 4 order by grain, staff_id',
  );
  assert.deepEqual(
    rows.map(({ grain, staff_id, talked }) => `${grain} ${staff_id} ${talked}`),
    [
      ...['day 0 12000', 'hour 0 12000', 'quarter 0 12000'],
      ...[1, 2, 3].map((staff) => `staff_day ${staff} 4000`),
      ...[1, 2, 3].map((staff) => `staff_hour ${staff} 4000`),
      ...[1, 2, 3].map((staff) => `staff_quarter ${staff} 4000`),
    ],
  );
});

test('the migration sums up what was folded before it, and what is folded after it', async () => {
  const migration = new URL('../../../migrations/0030-staff-counts-and-stamps.sql', import.meta.url);
  await connection.query(`
    begin;
    drop trigger add_to_staff_call_counts on call_count_changes;
    drop function add_to_staff_call_counts;
    drop table staff_call_counts;
    drop trigger stamp on customers;
    drop trigger stamp_deleted on customers;
    drop function stamp_customers;
    alter table customer_counts drop column stamp;
    alter table customer_count_changes drop column stamp;
    ${readFileSync(migration, 'utf8')}
    commit`);
  const { rows } = await connection.query('select count(*)::int as n from staff_call_counts');
  assert.ok(rows[0].n > 0);
  assert.deepEqual(await differences(), []);
  await insertCalls(connection, { tenantId: 4, projectId: 2 }, [{ at: new Date(start), staffId: 1 }]);
  await foldCallCounts(db);
  assert.deepEqual(await differences(), []);
});
