import { type Row, statement } from '../database/sql.ts';
import type { CallState } from './call-state.ts';

/** What signals change; see `call-state.ts`. */
const state = {
  status: 'text',
  dialled_at: 'timestamptz?',
  ringing_at: 'timestamptz?',
  answered_at: 'timestamptz?',
  ended_at: 'timestamptz?',
  duration_seconds: 'int4?',
  end_reason: 'text?',
  hangup_by: 'text?',
  sip_code: 'int4?',
  q850_cause: 'int4?',
  staff_leg_status: 'text?',
  customer_leg_status: 'text?',
} as const;

const columns = {
  tenant_id: 'int8',
  is_test: 'bool',
  call_id: 'uuid',
  call_type: 'text',
  phone_number: 'text',
  e164: 'text?',
  staff_id: 'int8?',
  project_id: 'int8',
  customer_id: 'int8?',
  external_id: 'text?',
  metadata: 'json?',
  initiated_at: 'timestamptz',
  ...state,
  sequence: 'int4',
  recording: 'json?',
  staff_talk_ms: 'int4?',
  customer_talk_ms: 'int4?',
} as const;
const names = Object.keys(columns)
  .map((name) => `c.${name}`)
  .join(', ');

/** A whole call, its number unmasked. */
export type CallRow = Omit<Row<typeof columns>, keyof CallState> & CallState;

export const findCall = statement({
  name: 'find_call',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' },
  gives: columns,
  sql: `select ${names} from calls c where tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id`,
});

// Two statements, because PostgreSQL shows a row that it did not lock as it was when the statement began: one that waited
// for the call would then believe the stage of before. `lock-call.ts` sends them together.

export const lockCallRow = statement({
  name: 'lock_call',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' },
  gives: { ...columns, staff_phone: 'text?', age_seconds: 'float8' },
  sql: `
    select ${names},
      (select phone from staff s where s.tenant_id = c.tenant_id and s.staff_id = c.staff_id) as staff_phone,
      extract(epoch from clock_timestamp() - c.initiated_at)::float8 as age_seconds
    from calls c
    where c.tenant_id = :tenant_id and c.is_test = :is_test and c.call_id = :call_id
    for update of c`,
});

export const lockOpenCall = statement({
  name: 'lock_open_call',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' },
  gives: { node_id: 'uuid', stage: 'text' },
  sql: `
    select node_id, stage from open_calls
    where tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id
    for update`,
});

// Writers share this lock until they commit, and take their ids while they hold it: see `list-calls.ts`.
const sharedLock = 'pg_advisory_xact_lock_shared(hashint8extended(:tenant_id, 2))';
const newId = (moment: string) => `call_id_at(${moment}, substr(gen_random_uuid()::text, 19))`;
const quarterOf = (moment: string) => `floor(extract(epoch from ${moment}) / 900)::int`;

/**
 * Accepts a call to be placed, if it can be: gives nothing where staff member or project are not there, the external_id is
 * taken, or the staff member is on another call. Whoever calls then undoes the transaction.
 */
export const insertOutboundCall = statement({
  name: 'insert_outbound_call',
  takes: {
    tenant_id: 'int8',
    is_test: 'bool',
    phone_number: 'text',
    e164: 'text?',
    staff_id: 'int8',
    project_id: 'int8',
    external_id: 'text?',
    metadata: 'json?',
    node_id: 'uuid',
  },
  gives: { call_id: 'uuid', initiated_at: 'timestamptz', customer_id: 'int8?' },
  sql: `
    with writing as materialized (select ${sharedLock}),
    clock as materialized (select clock_timestamp() as moment from writing),
    made as materialized (
      select ${newId('moment')} as call_id, date_trunc('milliseconds', moment) as initiated_at
      from clock
      where exists (select from staff where tenant_id = :tenant_id and staff_id = :staff_id and is_active)
        and exists (select from projects where tenant_id = :tenant_id and project_id = :project_id and is_active)
    ), named as (
      insert into call_external_ids (tenant_id, external_id, is_test, call_id)
      select :tenant_id, :external_id, :is_test, call_id from made where :external_id::text is not null
      on conflict do nothing
      returning call_id
    ), opened as (
      insert into open_calls (tenant_id, is_test, call_id, staff_id, node_id, stage)
      select :tenant_id, :is_test, call_id, :staff_id, :node_id, 'accepted' from made
      where :external_id::text is null or exists (select from named)
      on conflict (tenant_id, staff_id) where not is_test do nothing
      returning call_id
    ), created as (
      insert into calls (tenant_id, is_test, call_id, call_type, status, phone_number, e164, staff_id, project_id,
        customer_id, external_id, metadata, initiated_at, sequence)
      select :tenant_id, :is_test, call_id, 'outbound', 'initiating', :phone_number, :e164, :staff_id, :project_id, (
          select min(customer_id) from (
            select customer_id from customers where tenant_id = :tenant_id and tel1 = :e164 union all
            select customer_id from customers where tenant_id = :tenant_id and tel2 = :e164 union all
            select customer_id from customers where tenant_id = :tenant_id and tel3 = :e164) matches),
        :external_id, :metadata, initiated_at, 1
      from made join opened using (call_id)
      returning call_id, initiated_at, customer_id
    ), counted as (
      insert into call_count_changes (tenant_id, is_test, quarter, staff_id, project_id, call_type, state, n)
      select :tenant_id, :is_test, ${quarterOf('initiated_at')}, :staff_id, :project_id, 'outbound', 'initiating', 1
      from created
    )
    select call_id, initiated_at, customer_id from created`,
});

/** A simulated call that comes in, to the project of the call that it returns; nothing where it has come in before. */
export const insertReturnedCall = statement({
  name: 'insert_returned_call',
  takes: { tenant_id: 'int8', is_test: 'bool', ref: 'text', returned_call_id: 'uuid', from: 'text', node_id: 'uuid' },
  gives: columns,
  sql: `
    with writing as materialized (select ${sharedLock}),
    clock as materialized (select clock_timestamp() as moment from writing),
    made as materialized (
      select ${newId('moment')} as call_id, date_trunc('milliseconds', moment) as initiated_at, project_id, customer_id, e164
      from clock, calls
      where tenant_id = :tenant_id and is_test = :is_test and call_id = :returned_call_id
    ), arrived as (
      insert into call_arrivals (tenant_id, ref, call_id) select :tenant_id, :ref, call_id from made
      on conflict do nothing
      returning call_id
    ), opened as (
      insert into open_calls (tenant_id, is_test, call_id, node_id, stage)
      select :tenant_id, :is_test, call_id, :node_id, 'dialling' from arrived
    ), created as (
      insert into calls (tenant_id, is_test, call_id, call_type, status, phone_number, e164, project_id, customer_id,
        initiated_at, dialled_at, customer_leg_status, sequence)
      select :tenant_id, :is_test, call_id, 'inbound', 'initiating', :from, e164, project_id, customer_id,
        initiated_at, initiated_at, 'ringing', 1
      from made join arrived using (call_id)
      returning *
    ), counted as (
      insert into call_count_changes (tenant_id, is_test, quarter, project_id, call_type, state, n)
      select tenant_id, is_test, ${quarterOf('initiated_at')}, project_id, 'inbound', 'initiating', 1 from created
    )
    select ${names} from created c`,
});

export const updateCall = statement({
  name: 'update_call',
  takes: {
    tenant_id: 'int8',
    is_test: 'bool',
    call_id: 'uuid',
    ...state,
    sequence: 'int4',
    // What it changes in the counts, a row each; staff_id 0 is none.
    quarter: 'int4',
    project_id: 'int8',
    call_type: 'text',
    staff_ids: 'int8[]',
    states: 'text[]',
    ns: 'int4[]',
    durations: 'int8[]',
  },
  sql: `
    with counted as (
      insert into call_count_changes
        (tenant_id, is_test, quarter, staff_id, project_id, call_type, state, n, duration_seconds)
      select :tenant_id, :is_test, :quarter, nullif(staff_id, 0), :project_id, :call_type, state, n, duration
      from unnest(:staff_ids::int8[], :states::text[], :ns::int4[], :durations::int8[])
        as change (staff_id, state, n, duration)
    )
    update calls set ${Object.keys(state)
      .map((name) => `${name} = :${name}`)
      .join(', ')}, sequence = :sequence
    where tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id`,
});

export const findByExternalId = statement({
  name: 'find_call_by_external_id',
  takes: { tenant_id: 'int8', external_id: 'text' },
  gives: { call_id: 'uuid', is_test: 'bool' },
  // Where the staff member was busy, the name that this very transaction took in vain stands there too.
  sql: `
    select call_id, is_test from call_external_ids e
    where tenant_id = :tenant_id and external_id = :external_id and exists (
      select from calls c where (c.tenant_id, c.is_test, c.call_id) = (e.tenant_id, e.is_test, e.call_id))`,
});

// Open calls: see the table for their stages.

const one = { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' } as const;
const isOne = 'tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id';

export const setDialling = statement({
  name: 'set_call_dialling',
  takes: one,
  sql: `update open_calls set stage = 'dialling' where ${isOne}`,
});

export const setHangingUp = statement({
  name: 'set_call_hanging_up',
  takes: one,
  sql: `update open_calls set stage = 'hanging_up' where ${isOne}`,
});

export const closeCall = statement({
  name: 'close_call',
  takes: one,
  sql: `delete from open_calls where ${isOne}`,
});

export const keepRecording = statement({
  name: 'keep_recording',
  takes: { ...one, recording: 'json' },
  sql: `update calls set recording = :recording where ${isOne} and answered_at is not null`,
});
