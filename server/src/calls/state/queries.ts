import { isNotBlocked } from '../../blocked-numbers/blocked-faults.ts';
import { lockShared, locks } from '../../database/locks.ts';
import { as, assignments, columnList, type Row, recordType, statement } from '../../database/sql.ts';
import type { RingStrategy } from '../../engine/engine.ts';
import { promptLanguage } from '../../projects/spoken-language.ts';
import { annotationColumns, customerExternalId, stateColumns, wholeCallColumns, wholeCallNames } from './call-row.ts';
import { quarterSql } from './quarters.ts';

/** The settings of the project; see `projectSettings`. */
export const projectColumns = {
  caller_id: 'text?',
  trunk_id: 'int8?',
  ring_strategy: as<RingStrategy>('text'),
  records_calls: 'bool',
  announces_recording: 'bool',
  has_voicemail: 'bool',
  language: 'text',
} as const;

/** The settings for carrying out a call that are not in its row: the staff to ring, their phones, the project's settings. */
export const settingColumns = { staff_ids: 'int8[]', staff_phones: 'text[]', ...projectColumns } as const;
export type CallSettings = Row<typeof settingColumns>;

/** The settings of the project, from `projects p` and `tenants t`. */
export const projectSettings = `p.caller_id, p.trunk_id, p.ring_strategy, p.records_calls, p.announces_recording,
        p.has_voicemail, ${promptLanguage} as language`;

// Locking takes two statements, because PostgreSQL returns a row that it did not lock as of the start of the statement: a
// statement that waited for the call would return its old stage. `lock-calls.ts` sends them together. The lateral query by
// primary key makes PostgreSQL use the index, whatever it knew about the tables when it made the plan.

const wanted = { tenant_ids: 'int8[]', tests: 'bool[]', call_ids: 'uuid[]' } as const;
const wantedRows = `unnest(:tenant_ids::int8[], :tests::bool[], :call_ids::uuid[]) with ordinality
      as w (tenant_id, is_test, call_id, position)`;

export const lockCallRows = statement({
  name: 'lock_calls',
  takes: wanted,
  gives: wholeCallColumns,
  sql: `
    select ${wholeCallNames}
    from ${wantedRows}
    cross join lateral (
      select * from calls c
      where c.tenant_id = w.tenant_id and c.is_test = w.is_test and c.call_id = w.call_id for update) c
    order by w.position`,
});

export const lockOpenCalls = statement({
  name: 'lock_open_calls',
  takes: wanted,
  gives: { call_id: 'uuid', node_id: 'uuid', stage: as<'dialling' | 'hanging_up'>('text'), is_recorded: 'bool?' },
  sql: `
    select o.call_id, o.node_id, o.stage, o.is_recorded
    from ${wantedRows}
    cross join lateral (
      select * from open_calls o
      where o.tenant_id = w.tenant_id and o.is_test = w.is_test and o.call_id = w.call_id for update) o
    order by w.position`,
});

// Writers share this lock until they commit, and take their ids while they hold it: see `list-calls.ts`.
const sharedLock = lockShared(locks.callIds(':tenant_id'));
const newId = (moment: string) => `uuid_at(${moment}, substr(gen_random_uuid()::text, 19))`;
/**
 * For a call that is initiated now, `moment` determines its id and its place in every list, and `clock` is the clock of the
 * database. They differ while that clock is set back behind calls of the last week.
 */
const now = `select moment, least(moment, clock_timestamp()) as clock from (
        select next_call_moment(:tenant_id, :is_test, interval '7 days') as moment from writing offset 0) next`;
const inMilliseconds = (moment: string) => `date_trunc('milliseconds', ${moment})`;

/** The lock keeps the customer from being deleted until the call commits: a deletion must see all calls of the customer. */
const customerWith = (e164: string) => `(
          select customer_id from customers where tenant_id = :tenant_id and customer_id = (
            select min(customer_id) from (
              select customer_id from customers where tenant_id = :tenant_id and tel1 = ${e164} union all
              select customer_id from customers where tenant_id = :tenant_id and tel2 = ${e164} union all
              select customer_id from customers where tenant_id = :tenant_id and tel3 = ${e164}) matches)
          for key share)`;

const newCall = {
  position: 'int4',
  phone_number: 'text',
  e164: 'text?',
  /** The numbers that must not be on the never-call list. */
  sought_numbers: 'text[]',
  staff_id: 'int8',
  project_id: 'int8',
  external_id: 'text?',
  metadata: 'json?',
  traceparent: 'text?',
} as const;

/**
 * Accepts outbound calls. Returns no row for a call whose staff member or project does not exist, whose number is blocked, whose
 * external_id is taken, or whose staff member is on another call. External ids are inserted before staff, and both in order, to avoid deadlock with
 * concurrent accepts.
 */
export const insertOutboundCalls = statement({
  name: 'insert_outbound_calls',
  takes: { tenant_id: 'int8', is_test: 'bool', node_id: 'uuid', calls: 'json' },
  gives: {
    position: 'int4',
    call_id: 'uuid',
    initiated_at: 'timestamptz',
    dialled_at: 'timestamptz',
    customer_id: 'int8?',
    customer_external_id: 'text?',
    ...settingColumns,
  },
  sql: `
    with writing as materialized (select ${sharedLock}),
    now as materialized (${now}),
    wanted as materialized (
      select w.*, staff.phone as staff_phone, project.*,
        moment + position * interval '1 microsecond' as moment, clock + position * interval '1 microsecond' as clock
      from now, json_to_recordset(:calls) as w (${recordType(newCall)})
      cross join lateral (
        select phone from staff s where tenant_id = :tenant_id and s.staff_id = w.staff_id and is_active limit 1) staff
      cross join lateral (
        select ${projectSettings} from projects p join tenants t using (tenant_id)
        where tenant_id = :tenant_id and p.project_id = w.project_id and is_active limit 1) project
      where ${isNotBlocked('w.sought_numbers')}
    ), made as materialized (
      select w.*, ${newId('moment')} as call_id, ${inMilliseconds('moment')} as initiated_at,
        ${inMilliseconds('clock')} as dialled_at
      from wanted w
    ), named as (
      insert into call_external_ids (tenant_id, external_id, is_test, call_id)
      select :tenant_id, external_id, :is_test, call_id from made where external_id is not null
      order by external_id, position
      on conflict do nothing
      returning call_id
    ), opened as (
      insert into open_calls (tenant_id, is_test, call_id, staff_id, node_id, stage, is_recorded)
      select :tenant_id, :is_test, call_id, staff_id, :node_id, 'dialling', records_calls from made
      where external_id is null or call_id in (select call_id from named)
      order by staff_id, position
      on conflict (tenant_id, staff_id) where not is_test do nothing
      returning call_id
    ), created as (
      insert into calls (tenant_id, is_test, call_id, call_type, status, phone_number, e164, staff_id, project_id,
        customer_id, external_id, metadata, initiated_at, dialled_at, staff_leg_status, sequence, traceparent)
      select :tenant_id, :is_test, call_id, 'outbound', 'initiating', phone_number, e164, staff_id, project_id,
        ${customerWith('e164')}, external_id, metadata, initiated_at, dialled_at, 'dialling', 1, traceparent
      from made where call_id in (select call_id from opened)
      returning tenant_id, call_id, initiated_at, customer_id, staff_id, project_id
    ), counted as (
      insert into call_count_changes (tenant_id, is_test, quarter, staff_id, project_id, call_type, state, n)
      select :tenant_id, :is_test, ${quarterSql('initiated_at')}, staff_id, project_id, 'outbound', 'initiating', count(*)
      from created group by 3, 4, 5
    )
    select position, call_id, c.initiated_at, m.dialled_at, c.customer_id,
      ${customerExternalId} as customer_external_id,
      case when staff_phone is null then '{}' else array[m.staff_id] end as staff_ids,
      array_remove(array[staff_phone], null) as staff_phones,
      caller_id, trunk_id, ring_strategy, records_calls, announces_recording, has_voicemail, language
    from created c join made m using (call_id)`,
});

/** Releases external ids that calls took in this transaction before they were refused because their staff member was busy. */
export const releaseExternalIds = statement({
  name: 'release_external_ids',
  takes: { tenant_id: 'int8', external_ids: 'text[]' },
  sql: `
    delete from call_external_ids e
    where tenant_id = :tenant_id and external_id = any(:external_ids) and not exists (
      select from calls c where (c.tenant_id, c.is_test, c.call_id) = (e.tenant_id, e.is_test, e.call_id))`,
});

/** Inserts an inbound call, or nothing if it was inserted before. `found` gives the project and the caller. */
const insertArrival = (found: string) => `
    with writing as materialized (select ${sharedLock}),
    now as materialized (${now}),
    made as materialized (
      select ${newId('moment')} as call_id, ${inMilliseconds('moment')} as initiated_at,
        ${inMilliseconds('clock')} as dialled_at, found.*
      from now, (${found}) found
    ), arrived as (
      insert into call_arrivals (tenant_id, ref, call_id) select :tenant_id, :ref, call_id from made
      on conflict do nothing
      returning call_id
    ), opened as (
      insert into open_calls (tenant_id, is_test, call_id, node_id, stage, rung, is_recorded)
      select :tenant_id, :is_test, call_id, :node_id, 'dialling', rung, (
        select records_calls from projects p where p.tenant_id = :tenant_id and p.project_id = made.project_id)
      from made join arrived using (call_id)
    ), created as (
      insert into calls (tenant_id, is_test, call_id, call_type, status, phone_number, e164, staff_id, project_id,
        customer_id, initiated_at, dialled_at, customer_leg_status, sequence, traceparent)
      select :tenant_id, :is_test, call_id, 'inbound', 'initiating', phone_number, e164, staff_id, project_id,
        customer_id, initiated_at, dialled_at, 'ringing', 1, :traceparent
      from made join arrived using (call_id)
      returning *
    ), counted as (
      insert into call_count_changes (tenant_id, is_test, quarter, staff_id, project_id, call_type, state, n)
      select tenant_id, is_test, ${quarterSql('initiated_at')}, staff_id, project_id, 'inbound', 'initiating', 1
      from created
    )
    select ${wholeCallNames} from created c`;

const arrival = { tenant_id: 'int8', is_test: 'bool', ref: 'text', node_id: 'uuid', traceparent: 'text?' } as const;

/** A call to one of our numbers. `claimStaff` assigns it to a staff member. */
export const insertInboundCall = statement({
  name: 'insert_inbound_call',
  takes: {
    ...arrival,
    project_id: 'int8',
    phone_number: 'text',
    e164: 'text?',
    staff_id: 'int8?',
    rung: 'int8[]',
  },
  gives: wholeCallColumns,
  sql: insertArrival(`
        select :project_id::int8 as project_id, ${customerWith(':e164::text')} as customer_id,
          :phone_number::text as phone_number, :e164::text as e164, :staff_id::int8 as staff_id, :rung::int8[] as rung`),
});

/** A simulated inbound call, to the project of the call that it returns. */
export const insertReturnedCall = statement({
  name: 'insert_returned_call',
  takes: { ...arrival, returned_call_id: 'uuid', from: 'text' },
  gives: wholeCallColumns,
  sql: insertArrival(`
        select project_id, (
            select k.customer_id from customers k
            where k.tenant_id = :tenant_id and k.customer_id = c.customer_id for key share) as customer_id,
          :from::text as phone_number, e164, null::int8 as staff_id, '{}'::int8[] as rung
        from calls c where tenant_id = :tenant_id and is_test = :is_test and call_id = :returned_call_id`),
});

const changed = {
  staff_id: 'int8?',
  ...stateColumns,
  sequence: 'int4',
  recording: 'json?',
  staff_talk_ms: 'int4?',
  customer_talk_ms: 'int4?',
} as const;
const fixed = {
  tenant_id: 'int8',
  is_test: 'bool',
  call_id: 'uuid',
  call_type: 'text',
  phone_number: 'text?',
  project_id: 'int8',
  initiated_at: 'timestamptz',
} as const;
const written = { ...fixed, ...changed } as const;
const count = {
  tenant_id: 'int8',
  is_test: 'bool',
  quarter: 'int4',
  staff_id: 'int8?',
  project_id: 'int8',
  call_type: 'text',
  state: 'text',
  n: 'int4',
  duration_seconds: 'int8',
  staff_talk_ms: 'int8',
  customer_talk_ms: 'int8',
} as const;
/**
 * Writes back calls that this transaction has locked, and the changes of the counts. All calls exist, so no row is ever
 * inserted: ON CONFLICT is the only way to update many rows whose plan cannot go wrong.
 */
export const writeCalls = statement({
  name: 'write_calls',
  takes: { calls: 'json', counts: 'json' },
  acrossTenants: 'Each row and each count names its tenant_id.',
  sql: `
    with counted as (
      insert into call_count_changes (${columnList(count)})
      select ${columnList(count)} from json_to_recordset(:counts) as c (${recordType(count)})
    )
    insert into calls (${columnList(written)})
    select ${columnList(written)} from json_to_recordset(:calls) as c (${recordType(written)})
    on conflict (tenant_id, is_test, call_id) do update set ${assignments(changed, 'excluded.')}`,
});
export type Count = Row<typeof count>;

/** Writes down what a client sent about a call that this transaction has locked. */
export const writeAnnotation = statement({
  name: 'write_call_annotation',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid', ...annotationColumns, sequence: 'int4' },
  sql: `
    update calls set ${assignments({ ...annotationColumns, sequence: 'int4' })}
    where tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id`,
});

export const findByExternalId = statement({
  name: 'find_call_by_external_id',
  takes: { tenant_id: 'int8', external_id: 'text' },
  gives: { call_id: 'uuid', is_test: 'bool' },
  sql: 'select call_id, is_test from call_external_ids where tenant_id = :tenant_id and external_id = :external_id',
});

// Open calls: see the table for their stages.

export const setHangingUp = statement({
  name: 'set_hanging_up',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' },
  sql: `
    update open_calls set stage = 'hanging_up'
    where tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id`,
});

/** A row until the engine has released the call. */
export const findOpenCall = statement({
  name: 'find_open_call',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' },
  gives: { stage: 'text' },
  isQuick: true,
  sql: `
    select stage from open_calls
    where tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id`,
});

/** Makes the node that drives the call pass this change to its engine. */
export const setChangeDue = statement({
  name: 'set_change_due',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid', number: 'int4' },
  sql: `
    update open_calls set change_due = :number
    where tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id`,
});

/** The engine has this change; a newer one stays due. */
export const settleChange = statement({
  name: 'settle_change',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid', number: 'int4' },
  sql: `
    update open_calls set change_due = null
    where tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id and change_due <= :number`,
});

/** Assigns open calls to staff members if possible: see `claim_staff`. Ordered, to avoid deadlock with concurrent accepts. */
export const claimStaff = statement({
  name: 'claim_staff',
  takes: { ...wanted, staff_ids: 'int8[]' },
  gives: { call_id: 'uuid', is_claimed: 'bool' },
  sql: `
    select call_id, claim_staff(tenant_id, is_test, call_id, staff_id) as is_claimed
    from (
      select * from unnest(:tenant_ids::int8[], :tests::bool[], :call_ids::uuid[], :staff_ids::int8[])
        as w (tenant_id, is_test, call_id, staff_id)
      order by tenant_id, staff_id, call_id offset 0) w`,
});

export const closeCalls = statement({
  name: 'close_calls',
  takes: { node_id: 'uuid', call_ids: 'uuid[]' },
  acrossTenants: 'A node drives the calls of all tenants.',
  sql: 'delete from open_calls where node_id = :node_id and call_id = any(:call_ids)',
});
