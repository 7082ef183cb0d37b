import { callColumns, callNames } from '../calls/state/call-row.ts';
import { type Row, statement } from '../database/sql.ts';

/** A call with the insights from its recording. */
export const findCall = statement({
  name: 'find_call',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' },
  gives: {
    ...callColumns,
    is_open: 'bool',
    pause_times: 'timestamptz[]?',
    is_analysis_off: 'bool?',
    voice_analysis: 'jsonb?',
    transcription: 'jsonb?',
    summary: 'jsonb?',
  },
  sql: `
    select ${callNames}, o.call_id is not null as is_open, r.times as pause_times, i.is_off as is_analysis_off, i.voice_analysis,
      i.transcription, i.summary
    from calls c
    left join insights i on i.tenant_id = c.tenant_id and i.is_test = c.is_test and i.call_id = c.call_id
    left join open_calls o on o.tenant_id = c.tenant_id and o.is_test = c.is_test and o.call_id = c.call_id
    left join recording_pauses r on r.tenant_id = c.tenant_id and r.is_test = c.is_test and r.call_id = c.call_id
    where c.tenant_id = :tenant_id and c.is_test = :is_test and c.call_id = :call_id`,
});
export type CallInFull = Row<typeof findCall.gives>;
