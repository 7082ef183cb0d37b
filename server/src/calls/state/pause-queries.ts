import { statement } from '../../database/sql.ts';

const key = { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' } as const;
const isCall = 'tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id';

/** Whether an open call is recorded; no row if the call is over. */
export const findIsRecorded = statement({
  name: 'find_is_recorded',
  takes: { ...key, project_id: 'int8' },
  gives: { is_recorded: 'bool' },
  sql: `
    select coalesce(is_recorded, (
      select records_calls from projects where tenant_id = :tenant_id and project_id = :project_id), true) as is_recorded
    from open_calls where ${isCall}`,
});

export const findPauses = statement({
  name: 'find_recording_pauses',
  takes: key,
  gives: { times: 'timestamptz[]' },
  sql: `select times from recording_pauses where ${isCall}`,
});

/** Makes the node that drives the call pass the last of these times to its engine. */
export const writePauses = statement({
  name: 'write_recording_pauses',
  takes: { ...key, times: 'timestamptz[]' },
  sql: `
    insert into recording_pauses (tenant_id, is_test, call_id, times, due)
    values (:tenant_id, :is_test, :call_id, :times, cardinality(:times::timestamptz[]))
    on conflict (tenant_id, is_test, call_id) do update set times = excluded.times, due = excluded.due`,
});

/** The engine has confirmed this many times; a later one stays due. */
export const settlePause = statement({
  name: 'settle_recording_pause',
  takes: { ...key, number: 'int4' },
  sql: `update recording_pauses set due = null where ${isCall} and due <= :number`,
});

/** A row while the call goes on and its engine has yet to confirm a pause. */
export const findUnconfirmed = statement({
  name: 'find_unconfirmed_pause',
  takes: key,
  gives: { due: 'int4?' },
  sql: `
    select due from recording_pauses join open_calls using (tenant_id, is_test, call_id)
    where ${isCall} and due is not null`,
});

/** The pauses of a call, and its answer, from which they count. */
export const findTalkPauses = statement({
  name: 'find_talk_pauses',
  takes: key,
  gives: { answered_at: 'timestamptz?', times: 'timestamptz[]' },
  sql: `
    select c.answered_at, r.times from recording_pauses r join calls c using (tenant_id, is_test, call_id)
    where ${isCall}`,
});
