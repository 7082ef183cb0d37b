import { callColumns, callNames } from '../calls/state/call-row.ts';
import { isInProjects } from '../database/in-projects.ts';
import { type Row, statement } from '../database/sql.ts';

/**
 * A call with the insights from its recording; `project_ids` null means any project. Calls find their customer by number, so it may
 * be one of another project.
 */
export const findCall = statement({
  name: 'find_call',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid', project_ids: 'int8[]?' },
  gives: {
    ...callColumns,
    is_customer_hidden: 'bool',
    is_open: 'bool',
    pause_times: 'timestamptz[]?',
    is_analysis_off: 'bool?',
    voice_analysis: 'jsonb?',
    transcription: 'jsonb?',
    summary: 'jsonb?',
  },
  sql: `
    select ${callNames}, :project_ids::int8[] is not null and not exists (
        select from customers k
        where k.tenant_id = :tenant_id and k.customer_id = c.customer_id and k.project_id = any(:project_ids)
      ) as is_customer_hidden,
      o.call_id is not null as is_open, r.times as pause_times, i.is_off as is_analysis_off, i.voice_analysis, i.transcription,
      i.summary
    from calls c
    left join insights i on i.tenant_id = c.tenant_id and i.is_test = c.is_test and i.call_id = c.call_id
    left join open_calls o on o.tenant_id = c.tenant_id and o.is_test = c.is_test and o.call_id = c.call_id
    left join recording_pauses r on r.tenant_id = c.tenant_id and r.is_test = c.is_test and r.call_id = c.call_id
    where c.tenant_id = :tenant_id and c.is_test = :is_test and c.call_id = :call_id
      and ${isInProjects('c.project_id')}`,
});
export type CallInFull = Row<typeof findCall.gives>;

/**
 * By primary keys alone. `said <> ''` compares lengths, so PostgreSQL does not read the transcripts themselves, which may be
 * long.
 */
export const listSigns = statement({
  name: 'list_call_signs',
  takes: { tenant_id: 'int8', is_test: 'bool', call_ids: 'uuid[]', project_ids: 'int8[]?' },
  gives: {
    call_id: 'uuid',
    customer_id: 'int8?',
    customer_name: 'text?',
    recording_seconds: 'float8?',
    has_voicemail: 'bool',
    has_transcript: 'bool',
    has_note: 'bool',
    tags: 'text[]?',
    outcome: 'text?',
  },
  sql: `
    select c.call_id, k.customer_id, k.name as customer_name,
      case when r.is_ready then (c.recording ->> 'duration_seconds')::float8 end as recording_seconds,
      r.is_ready and c.status = 'voicemail' as has_voicemail,
      coalesce(t.said <> '', false) as has_transcript, c.note is not null as has_note, c.tags, c.outcome
    from calls c
    cross join lateral (select coalesce(c.recording ->> 'status' = 'ready', false) as is_ready) r
    left join customers k on k.tenant_id = c.tenant_id and k.customer_id = c.customer_id
      and ${isInProjects('k.project_id')}
    left join call_texts t on t.tenant_id = c.tenant_id and t.is_test = c.is_test and t.call_id = c.call_id
    where c.tenant_id = :tenant_id and c.is_test = :is_test and c.call_id = any(:call_ids)
      and ${isInProjects('c.project_id')}`,
});
export type CallSignsRow = Row<typeof listSigns.gives>;

/** How far back the average of a staff member's voice goes. */
export const voiceAverageOf = { days: 30, calls: 50, fewest: 5 } as const;

/**
 * The voice of a call's staff member in the calls before it. The index of calls by staff member yields them: at most those of
 * one person in 30 days are read, and the analyses of the latest by primary key.
 */
export const averageVoice = statement({
  name: 'average_voice',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid', project_ids: 'int8[]?' },
  gives: {
    staff_id: 'int8?',
    calls: 'int4',
    pitch_calls: 'int4',
    pitch_hz: 'float8?',
    loudness_calls: 'int4',
    loudness_dbfs: 'float8?',
  },
  sql: `
    select c.staff_id, v.*
    from calls c
    cross join lateral (
      select count(*)::int4 as calls, count(pitch)::int4 as pitch_calls, avg(pitch) as pitch_hz,
        count(loudness)::int4 as loudness_calls, avg(loudness) as loudness_dbfs
      from (
        select (i.voice_analysis #>> '{speakers,staff,pitch,median_hz}')::float8 as pitch,
          (i.voice_analysis #>> '{speakers,staff,loudness_dbfs}')::float8 as loudness
        from (
          select o.call_id
          from calls o
          where o.tenant_id = c.tenant_id and o.is_test = c.is_test and o.staff_id = c.staff_id and o.call_id < c.call_id
            and o.call_id > uuid_at(c.initiated_at - interval '${voiceAverageOf.days} days') and o.staff_talk_ms > 0
            and ${isInProjects('o.project_id')}
          order by o.call_id desc limit ${voiceAverageOf.calls}
        ) analyzed
        join insights i on i.tenant_id = c.tenant_id and i.is_test = c.is_test and i.call_id = analyzed.call_id
        where i.voice_analysis ->> 'status' = 'ready'
      ) measured
    ) v
    where c.tenant_id = :tenant_id and c.is_test = :is_test and c.call_id = :call_id and ${isInProjects('c.project_id')}`,
});
