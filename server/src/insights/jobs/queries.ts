import { isLeaseExpired } from '../../calls/driving/lease-expired.ts';
import { statement } from '../../database/sql.ts';
import { languageSetting } from '../../projects/spoken-language.ts';

const key = { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' } as const;
const isCall = 'tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id';

const wanted = { tenant_ids: 'int8[]', tests: 'bool[]', call_ids: 'uuid[]' } as const;

/** Queues calls for analysis; if their project or tenant has analysis switched off, only notes that. */
export const insertJobs = statement({
  name: 'insert_insight_jobs',
  takes: { ...wanted, project_ids: 'int8[]', traceparents: 'text[]' },
  sql: `
    with recorded as materialized (
      select w.tenant_id, w.is_test, w.call_id, w.traceparent, settings.language, settings.is_off
      from unnest(:tenant_ids::int8[], :tests::bool[], :call_ids::uuid[], :project_ids::int8[], :traceparents::text[])
        as w (tenant_id, is_test, call_id, project_id, traceparent)
      cross join lateral (
        select ${languageSetting} as language, not (p.analyses_calls and t.analyses_calls and t.wants_analysis) as is_off
        from projects p join tenants t using (tenant_id)
        where p.tenant_id = w.tenant_id and p.project_id = w.project_id limit 1) settings
    ), listed as (
      insert into insights (tenant_id, is_test, call_id, language, is_off)
      select tenant_id, is_test, call_id, language, is_off from recorded
      on conflict do nothing
    )
    insert into insight_jobs (tenant_id, is_test, call_id, traceparent)
    select tenant_id, is_test, call_id, nullif(traceparent, '') from recorded where not is_off
    on conflict do nothing`,
});

/** Whether a project's calls are analyzed, and their language, which may be `auto`. */
export const findSettings = statement({
  name: 'find_insight_settings',
  takes: { tenant_id: 'int8', project_id: 'int8' },
  gives: { is_on: 'bool', language: 'text' },
  sql: `
    select p.analyses_calls and t.analyses_calls and t.wants_analysis as is_on, ${languageSetting} as language
    from projects p join tenants t using (tenant_id)
    where p.tenant_id = :tenant_id and p.project_id = :project_id`,
});

// The queues. Each tenant has one of live calls and one of test calls. A read of all tenants finds those with due jobs, and every
// statement that locks or writes jobs names one tenant.

const acrossTenants = 'A node analyzes the calls of all tenants.';

/** More than one, because other workers may claim the jobs of the first queues meanwhile. */
const mostQueues = 10;

/**
 * Queues with due jobs: live calls come before test calls, and the order of tenants is random, so that a tenant with many calls
 * cannot delay the others. Stepping from queue to queue costs by the number of queues, not of jobs.
 */
export const listDueQueues = statement({
  name: 'list_due_insight_queues',
  takes: {},
  gives: { tenant_id: 'int8', is_test: 'bool' },
  acrossTenants,
  sql: `
    with recursive queues as (
      (select is_test, tenant_id from insight_jobs order by is_test, tenant_id limit 1)
      union all
      select next.* from queues q cross join lateral (
        select j.is_test, j.tenant_id from insight_jobs j
        where (j.is_test, j.tenant_id) > (q.is_test, q.tenant_id)
        order by j.is_test, j.tenant_id limit 1) next
    ), drawn as materialized (
      select is_test, tenant_id from queues order by is_test, random()
    )
    select d.tenant_id, d.is_test from drawn d cross join lateral (
      select from insight_jobs j
      where j.is_test = d.is_test and j.tenant_id = d.tenant_id and j.due_at <= now() and ${isLeaseExpired('j.node_id')}
      order by j.due_at limit 1) due
    limit ${mostQueues}`,
});

/** Claims the first due job of a queue; none if other workers have claimed all. */
export const claimJob = statement({
  name: 'claim_insight_job',
  takes: { tenant_id: 'int8', is_test: 'bool', node_id: 'uuid', worker: 'int4' },
  gives: {
    ...key,
    claim: 'int4',
    attempts: 'int4',
    retries: 'int4',
    elsewhere_seconds: 'float8',
    traceparent: 'text?',
  },
  sql: `
    with first as materialized (
      select j.call_id from insight_jobs j
      where j.tenant_id = :tenant_id and j.is_test = :is_test and j.due_at <= now() and ${isLeaseExpired('j.node_id')}
      order by j.due_at limit 1
      for update skip locked
    )
    update insight_jobs j set node_id = :node_id, worker = :worker, claim = j.claim + 1, attempts = j.attempts + 1
    from first
    where j.tenant_id = :tenant_id and j.is_test = :is_test and j.call_id = first.call_id
    returning j.tenant_id, j.is_test, j.call_id, j.claim, j.attempts, j.retries,
      coalesce(extract(epoch from now() - j.elsewhere_since), 0)::float8 as elsewhere_seconds, j.traceparent`,
});

/** Jobs that a worker has claimed. */
export const listHeldJobs = statement({
  name: 'list_held_insight_jobs',
  takes: { node_id: 'uuid', worker: 'int4' },
  gives: { ...key, claim: 'int4' },
  acrossTenants,
  sql: 'select tenant_id, is_test, call_id, claim from insight_jobs where node_id = :node_id and worker = :worker',
});

/** The insights of a call so far, and whether its analysis is still switched on. */
export const findInsights = statement({
  name: 'find_insights',
  takes: key,
  gives: {
    language: 'text',
    voice_analysis: 'jsonb?',
    utterances: 'jsonb?',
    transcription: 'jsonb?',
    summary: 'jsonb?',
    is_on: 'bool',
  },
  sql: `
    select i.language, i.voice_analysis, i.utterances, i.transcription, i.summary,
      p.analyses_calls and t.analyses_calls and t.wants_analysis as is_on
    from insights i
    join calls c on c.tenant_id = i.tenant_id and c.is_test = i.is_test and c.call_id = i.call_id
    join projects p on p.tenant_id = c.tenant_id and p.project_id = c.project_id
    join tenants t on t.tenant_id = c.tenant_id
    where i.tenant_id = :tenant_id and i.is_test = :is_test and i.call_id = :call_id`,
});

const held = `${isCall} and claim = :claim`;

/** Keeps the claim for the next step; changes no row if another worker has claimed the job or it was deleted. */
export const holdJob = statement({
  name: 'hold_insight_job',
  takes: { ...key, claim: 'int4' },
  sql: `update insight_jobs set attempts = 1, elsewhere_since = null where ${held}`,
});

/** Releases a job without another change. */
export const releaseJob = statement({
  name: 'release_insight_job',
  takes: { ...key, claim: 'int4' },
  sql: `update insight_jobs set node_id = null where ${held}`,
});

/** Releases a job, to be claimed again later. An attempt that was not really made is subtracted. */
export const postponeJob = statement({
  name: 'postpone_insight_job',
  takes: { ...key, claim: 'int4', seconds: 'int4', untried: 'int4' },
  sql: `
    update insight_jobs set node_id = null, due_at = now() + :seconds::int4 * interval '1 second', attempts = attempts - :untried
    where ${held}`,
});

/**
 * Releases a job whose recording this node cannot read. The delay is as long as this has already lasted, at most five minutes.
 */
export const leaveJob = statement({
  name: 'leave_insight_job',
  takes: { ...key, claim: 'int4' },
  sql: `
    update insight_jobs set node_id = null, attempts = attempts - 1, elsewhere_since = coalesce(elsewhere_since, now()),
      due_at = now() + least(greatest(now() - elsewhere_since, interval '5 seconds'), interval '5 minutes')
    where ${held}`,
});

/** Schedules another try of the failed steps. */
export const retryJob = statement({
  name: 'retry_insight_job',
  takes: { ...key, claim: 'int4', seconds: 'int4' },
  sql: `
    update insight_jobs set node_id = null, due_at = now() + :seconds::int4 * interval '1 second', attempts = 0,
      retries = retries + 1
    where ${held}`,
});

export const finishJob = statement({
  name: 'finish_insight_job',
  takes: { ...key, claim: 'int4' },
  sql: `delete from insight_jobs where ${held}`,
});

export const writeInsights = statement({
  name: 'write_insights',
  takes: { ...key, voice_analysis: 'jsonb?', utterances: 'jsonb?', transcription: 'jsonb?', summary: 'jsonb?' },
  sql: `
    update insights set voice_analysis = :voice_analysis, utterances = :utterances, transcription = :transcription,
      summary = :summary, is_indexed = true
    where ${isCall}`,
});

/**
 * Starts or restarts the analysis of a call from the results that are kept. A worker that is still busy with it loses its
 * claim.
 */
export const beginAgain = statement({
  name: 'begin_insights_again',
  takes: { ...key, language: 'text', voice_analysis: 'jsonb?', utterances: 'jsonb?', transcription: 'jsonb?' },
  sql: `
    with listed as (
      insert into insights (tenant_id, is_test, call_id, language, is_indexed)
      values (:tenant_id, :is_test, :call_id, :language, true)
      on conflict (tenant_id, is_test, call_id) do update set language = :language, is_off = false, voice_analysis = :voice_analysis,
        utterances = :utterances, transcription = :transcription, summary = null, is_indexed = true
    )
    insert into insight_jobs as j (tenant_id, is_test, call_id) values (:tenant_id, :is_test, :call_id)
    on conflict (tenant_id, is_test, call_id) do update
      set due_at = now(), node_id = null, claim = j.claim + 1, attempts = 0, elsewhere_since = null,
        retries = 0`,
});

export const findJob = statement({
  name: 'find_insight_job',
  takes: key,
  gives: { is_due: 'bool' },
  sql: `select due_at <= now() as is_due from insight_jobs where ${isCall}`,
});

/** Calls with smaller ids whose transcripts are not in the index, the newest first. */
export const listUnindexed = statement({
  name: 'list_unindexed_transcripts',
  takes: { before: 'uuid', most: 'int8' },
  gives: key,
  acrossTenants: 'A node indexes the calls of all tenants.',
  sql: `
    select tenant_id, is_test, call_id from insights
    where transcription is not null and not is_indexed and call_id < :before
    order by call_id desc limit :most`,
});

/** Those of the transcripts that are still not in the index. Another node indexes the ones that it has locked. */
export const lockUnindexed = statement({
  name: 'lock_unindexed_transcripts',
  takes: { tenant_id: 'int8', call_ids: 'uuid[]' },
  gives: { ...key, transcription: 'jsonb?', summary: 'jsonb?' },
  sql: `
    select tenant_id, is_test, call_id, transcription, summary from insights
    where tenant_id = :tenant_id and is_test in (true, false) and call_id = any(:call_ids)
      and transcription is not null and not is_indexed
    for update skip locked`,
});

export const markIndexed = statement({
  name: 'mark_transcripts_indexed',
  takes: wanted,
  sql: `
    update insights i set is_indexed = true
    from unnest(:tenant_ids::int8[], :tests::bool[], :call_ids::uuid[]) as w (tenant_id, is_test, call_id)
    where i.tenant_id = w.tenant_id and i.is_test = w.is_test and i.call_id = w.call_id`,
});

/** Deletes the insights of calls whose recordings are deleted. */
export const deleteInsights = statement({
  name: 'delete_insights',
  takes: wanted,
  sql: `
    with gone as materialized (
      select * from unnest(:tenant_ids::int8[], :tests::bool[], :call_ids::uuid[]) as g (tenant_id, is_test, call_id)
    ), jobs as (
      delete from insight_jobs j using gone g
      where j.tenant_id = g.tenant_id and j.is_test = g.is_test and j.call_id = g.call_id
    )
    delete from insights i using gone g
    where i.tenant_id = g.tenant_id and i.is_test = g.is_test and i.call_id = g.call_id`,
});

export const findOldestDue = statement({
  name: 'find_oldest_due_insight_job',
  takes: {},
  gives: { seconds: 'float8' },
  acrossTenants: 'It returns one number about all tenants.',
  sql: `
    select greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float8 as seconds from insight_jobs`,
});

/** Rows are stored roughly in order of time, so the scan finds old rows at the beginning of the table. */
const deleteOld = (table: 'insights' | 'insight_jobs') =>
  statement({
    name: `forget_old_${table}`,
    takes: { month_end: 'timestamptz', most: 'int8' },
    acrossTenants: 'The calls of all tenants are kept for the same time.',
    sql: `
      delete from ${table}
      where ctid = any(array(select ctid from ${table} where call_id < uuid_at(:month_end) limit :most))`,
  });
export const deleteOldJobs = deleteOld('insight_jobs');
export const deleteOldInsights = deleteOld('insights');
