import { type Queryable, statement } from '../database/sql.ts';
import { type CallRef, callKeysOf } from '../platform/call-ref.ts';

/** How many of these calls have a transcript, and how many a summary. */
export const countInsights = (db: Queryable, calls: CallRef[]) => countOfCalls.one(db, callKeysOf(calls));

const countOfCalls = statement({
  name: 'count_insights_of_calls',
  takes: { tenant_ids: 'int8[]', tests: 'bool[]', call_ids: 'uuid[]' },
  gives: { transcripts: 'int8', summaries: 'int8' },
  sql: `
    select count(*) filter (where transcription ->> 'status' = 'ready') as transcripts,
      count(*) filter (where summary ->> 'status' = 'ready') as summaries
    from unnest(:tenant_ids::int8[], :tests::bool[], :call_ids::uuid[]) as w (tenant_id, is_test, call_id)
    join insights i on i.tenant_id = w.tenant_id and i.is_test = w.is_test and i.call_id = w.call_id`,
});
