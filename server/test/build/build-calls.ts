import type { ClientBase } from 'pg';
import { type CallStatus, type CallType, countedState } from '../../src/calls/state/call-state.ts';
import { encodeId } from '../../src/platform/ids.ts';
import { poolOf } from '../builders.ts';

// Inserts calls directly into the tables, with their counts: any past, in any number, without a telephone.

export type CallToBuild = {
  /** The time of initiation; the clock of the database by default. */
  at?: Date;
  isTest?: boolean;
  status?: CallStatus;
  /** Whether a connected call is still going on. */
  goesOn?: boolean;
  callType?: CallType;
  staffId?: number;
  projectId?: number;
  customerId?: number;
  externalId?: string;
  phoneNumber?: string;
  /** How long the other party's phone rang, and how long they talked. */
  ringSeconds?: number;
  talkSeconds?: number;
  endReason?: string;
  staffTalkMs?: number;
  customerTalkMs?: number;
};

type Tenant = { tenantId: number; projectId: number };

/** Returns their public ids, in the order of the calls. */
export async function buildCalls(
  { databaseUrl }: { databaseUrl: string },
  tenant: Tenant,
  calls: CallToBuild[],
): Promise<string[]> {
  const connection = await poolOf(databaseUrl).connect();
  try {
    await makeMonths(connection, calls);
    const ids: string[] = [];
    for (let i = 0; i < calls.length; i += 10_000)
      ids.push(...(await insertCalls(connection, tenant, calls.slice(i, i + 10_000))));
    return ids;
  } finally {
    connection.release();
  }
}

async function makeMonths(connection: ClientBase, calls: CallToBuild[]): Promise<void> {
  const months = new Set(calls.flatMap(({ at }) => (at ? [`${at.toISOString().slice(0, 7)}-01`] : [])));
  for (const month of months) await connection.query('select make_call_partition($1::date)', [month]);
}

/** One statement, so one transaction: also for tests that hold it open on their own connection. */
export async function insertCalls(
  connection: ClientBase,
  { tenantId, projectId }: Tenant,
  calls: CallToBuild[],
): Promise<string[]> {
  const rows = calls.map((call, position) => ({ position, ...rowOf(call, projectId) }));
  const { rows: made } = await connection.query(insertion, [tenantId, JSON.stringify(rows)]);
  return made.map(({ call_id }) => encodeId('call', call_id));
}

function rowOf(call: CallToBuild, tenantProjectId: number) {
  const { at = null, isTest = true, status = 'connected', goesOn = false, callType = 'outbound' } = call;
  const { staffId = null, projectId = tenantProjectId, customerId = null, externalId = null } = call;
  const { phoneNumber = '+819012345678', ringSeconds = 5, talkSeconds = 60 } = call;
  const { staffTalkMs = null, customerTalkMs = null, endReason } = call;
  const isConnected = status === 'connected';
  const isOver = isConnected ? !goesOn : status !== 'initiating' && status !== 'ringing';
  return {
    ...{ at, is_test: isTest, status, call_type: callType, phone_number: phoneNumber },
    e164: phoneNumber.startsWith('+') ? phoneNumber.replaceAll('-', '') : null,
    ...{ staff_id: staffId, project_id: projectId, customer_id: customerId, external_id: externalId },
    state: countedState({ status, ended_at: isOver ? new Date() : null }),
    // Seconds since initiation.
    dialled: status === 'initiating' ? null : 1,
    ringing: status === 'initiating' ? null : 2,
    answered: isConnected ? 2 + ringSeconds : null,
    ended: isOver ? 2 + ringSeconds + (isConnected ? talkSeconds : 0) : null,
    duration_seconds: isOver ? (isConnected ? talkSeconds : 0) : null,
    end_reason: isOver ? (endReason ?? (isConnected ? 'completed' : status)) : null,
    staff_talk_ms: staffTalkMs,
    customer_talk_ms: customerTalkMs,
  };
}

const insertion = `
  with writing as materialized (select pg_advisory_xact_lock_shared(hashint8extended($1, 2))),
  input as materialized (
    select c.*, coalesce(at, clock_timestamp()) as moment
    from writing, json_to_recordset($2) as c (position int, at timestamptz, is_test bool, status text, call_type text,
      phone_number text, e164 text, staff_id int8, project_id int8, customer_id int8, external_id text, state text, dialled int,
      ringing int, answered int, ended int, duration_seconds int, end_reason text, staff_talk_ms int, customer_talk_ms int)
  ), made as materialized (
    select uuid_at(moment, substr(gen_random_uuid()::text, 19)) as call_id, input.* from input
  ), created as (
    insert into calls (tenant_id, is_test, call_id, call_type, status, phone_number, e164, staff_id, project_id, customer_id,
      external_id, initiated_at, dialled_at, ringing_at, answered_at, ended_at, duration_seconds, end_reason, sequence,
      staff_talk_ms, customer_talk_ms)
    select $1, is_test, call_id, call_type, status, phone_number, e164, staff_id, project_id, customer_id, external_id,
      date_trunc('milliseconds', moment), moment + dialled * interval '1 s', moment + ringing * interval '1 s',
      moment + answered * interval '1 s', moment + ended * interval '1 s', duration_seconds, end_reason, 1,
      staff_talk_ms, customer_talk_ms
    from made
  ), named as (
    insert into call_external_ids (tenant_id, external_id, is_test, call_id)
    select $1, external_id, is_test, call_id from made where external_id is not null
  ), counted as (
    insert into call_count_changes (tenant_id, is_test, quarter, staff_id, project_id, call_type, state, n,
      duration_seconds, staff_talk_ms, customer_talk_ms)
    select $1, is_test, floor(extract(epoch from moment) / 900), staff_id, project_id, call_type, state, 1,
      coalesce(duration_seconds, 0), coalesce(staff_talk_ms, 0), coalesce(customer_talk_ms, 0)
    from made
  ), waited as (
    insert into call_wait_changes (tenant_id, is_test, quarter, project_id, ended, wait_ms)
    select $1, is_test, floor(extract(epoch from moment) / 900), project_id, w.ended, wait_ms
    from made, wait_of(status, end_reason, date_trunc('milliseconds', moment), moment + answered * interval '1 s',
      moment + ended * interval '1 s') w
    where call_type = 'inbound'
  )
  select call_id from made order by position`;
