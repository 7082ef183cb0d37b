import { countedStates } from '../calls/state/call-state.ts';
import { quarterSql, quarterStartSql } from '../calls/state/quarters.ts';
import { type WaitLimit, waitLimits } from '../calls/state/wait-counts.ts';
import { isInProjects } from '../database/in-projects.ts';
import { statement } from '../database/sql.ts';
import { countsOf, isWanted, ofOverview, partTypes, sumsOf, takes, typesOf } from './queries.ts';

// The figures of two periods, the one that is asked for and the one before, each read by one statement and so as of one moment.

/** Like the parts of a summary, and the moment at which each ends. */
const parts = `unnest(:starts::int4[], :whole_starts::int4[], :whole_ends::int4[], :ends::int4[], :cuts::timestamptz[])
        with ordinality as part (start, whole_start, whole_end, "end", cut, position)`;
const cutTypes = { ...partTypes, cuts: 'timestamptz[]' } as const;

/** Counts that do not tell staff apart have 0 there. */
const foldedStaff = 'staff_id = any(case when :is_everybody then array[0::int8] else :staff_ids::int8[] end)';
const askedStaff = '(:is_everybody or staff_id = any(:staff_ids::int8[]))';
const read = `quarter, project_id, call_type, ${countedStates.join(', ')}, duration_seconds`;
const counts = countsOf(read, ':coarse', ':fine', foldedStaff, askedStaff);

const isCounted = (state: string) =>
  ({ talking: `status = 'connected' and ended_at is null`, talked: `status = 'connected' and ended_at is not null` })[
    state
  ] ?? `status = '${state}'`;
/** A period may end within a quarter of an hour. The calls of that quarter are counted one by one. */
const isBeforeCut = `call_id >= uuid_at(${quarterStartSql('part."end"')}) and call_id < uuid_at(part.cut)`;

/**
 * Sums of the hours (or quarters) and of the projects of each period; a row of an hour has no project, and the other way round.
 */
export const sumOverview = statement({
  name: 'sum_calls_of_overview',
  isForReplica: true,
  takes: {
    ...{ ...takes, ...cutTypes },
    ...{ coarse: 'text', fine: 'text', unit_quarters: 'int4', staff_ids: 'int8[]', is_everybody: 'bool' },
  },
  gives: { position: 'int8', unit: 'int4?', project_id: 'int8?', ...typesOf(ofOverview) },
  sql: `
    select position, unit, project_id, ${sumsOf(ofOverview)} from (
      select part.position, quarter - quarter % :unit_quarters::int4 as unit, counts.* from ${parts}, lateral (
        ${counts}
        union all
        select ${quarterSql('initiated_at')}, project_id, call_type,
          ${countedStates.map((state) => `case when ${isCounted(state)} then 1 else 0 end`).join(', ')}, coalesce(duration_seconds, 0)
        from calls where ${isWanted} and ${askedStaff} and ${isBeforeCut}) counts) counts
    group by grouping sets ((position, unit), (position, project_id))`,
});

const waits = ['answered', 'abandoned', 'unanswered', 'voicemail', 'within', 'answered_ms', 'abandoned_ms'] as const;
const isWantedWait = `tenant_id = :tenant_id and is_test = :is_test and ${isInProjects()}`;
const within = (value: (limit: WaitLimit) => string) =>
  `case :limit_seconds::int4 ${waitLimits.map((limit) => `when ${limit} then ${value(limit)}`).join(' ')} else 0 end`;
const readWaits = `project_id, answered, abandoned, unanswered, voicemail, ${within((limit) => `within_${limit}`)} as within,
        answered_ms, abandoned_ms, longest_ms`;
const foldedWaits = (grain: string, start: string, end: string) => `
        select ${readWaits} from call_wait_counts
        where ${isWantedWait} and grain = '${grain}' and quarter >= ${start} and quarter < ${end}`;
const one = (ended: string, value = '1') => `case w.ended when '${ended}' then ${value} else 0 end`;

/** The waits of each period by project. */
export const sumWaits = statement({
  name: 'sum_call_waits',
  isForReplica: true,
  takes: {
    ...{ tenant_id: 'int8', is_test: 'bool', project_ids: 'int8[]?' },
    ...{ ...cutTypes, limit_seconds: 'int4' },
  },
  gives: {
    ...{ position: 'int8', project_id: 'int8', longest_ms: 'int8' },
    ...(Object.fromEntries(waits.map((name) => [name, 'int8'])) as Record<(typeof waits)[number], 'int8'>),
  },
  sql: `
    select position, project_id, max(longest_ms)::int8 as longest_ms,
      ${waits.map((name) => `sum(${name})::int8 as ${name}`).join(', ')}
    from (
      select part.position, counts.* from ${parts}, lateral (
        ${foldedWaits('hour', 'part.whole_start', 'part.whole_end')}
        union all
        ${foldedWaits('quarter', 'part.start', 'part.whole_start')}
        union all
        ${foldedWaits('quarter', 'part.whole_end', 'part."end"')}
        union all
        select ${readWaits} from unfolded_call_waits
        where ${isWantedWait} and quarter >= part.start and quarter < part."end"
        union all
        select project_id, ${one('answered')}, ${one('abandoned')}, ${one('unanswered')}, ${one('voicemail')},
          case when w.ended = 'answered' and wait_ms <= :limit_seconds::int4 * 1000 then 1 else 0 end,
          ${one('answered', 'wait_ms')}, ${one('abandoned', 'wait_ms')}, wait_ms
        from calls, wait_of(status, end_reason, initiated_at, answered_at, ended_at) w
        where ${isWantedWait} and call_type = 'inbound' and ${isBeforeCut}) counts) counts
    group by position, project_id`,
});

export const nameProjects = statement({
  name: 'name_projects_of_report',
  takes: { tenant_id: 'int8', project_ids: 'int8[]' },
  gives: { project_id: 'int8', name: 'text' },
  sql: 'select project_id, name from projects where tenant_id = :tenant_id and project_id = any(:project_ids)',
});
