import { countedStates } from '../calls/state/call-state.ts';
import { quarterStartSql } from '../calls/state/quarters.ts';
import { isInProjects, isStaffOfProjects } from '../database/in-projects.ts';
import { type Columns, statement } from '../database/sql.ts';

// A number of calls is the sum of folded and unfolded counts, and one statement reads both: between two statements a change may
// be folded, and would be counted twice or not at all. A lateral scan is an index range, whatever statistics PostgreSQL had
// when it made the plan.

const all = countedStates.join(' + ');

/** The summed expressions, by name. */
const sums = {
  total: all,
  open: 'initiating + ringing + talking',
  connected: 'talking + talked',
  talked: 'talked',
  no_answer: 'no_answer',
  missed: 'missed_call',
  outbound: `case call_type when 'outbound' then ${all} else 0 end`,
  duration_seconds: 'duration_seconds',
  staff_talk_ms: 'staff_talk_ms',
  customer_talk_ms: 'customer_talk_ms',
};
type Name = keyof typeof sums;
const common = ['total', 'open', 'connected', 'talked', 'missed', 'duration_seconds'] as const;
const ofSummary = [...common, 'no_answer'] as const;
export const ofOverview = [...ofSummary, 'outbound'] as const;
const ofUser = [...common, 'outbound', 'staff_talk_ms', 'customer_talk_ms'] as const;

// The sum of a bigint is a numeric, which takes several times as long; up to 2^53 a float8 is as exact.
const addend = (name: Name) => (/_seconds$|_ms$/.test(name) ? `${sums[name]}::float8` : sums[name]);
export const sumsOf = (names: readonly Name[]) =>
  names.map((name) => `coalesce(sum(${addend(name)}), 0)::int8 as ${name}`).join(', ');
export const typesOf = <const N extends Name>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, 'int8'])) as Record<N, 'int8'>;

const read = `staff_id, call_type, ${countedStates.join(', ')}, duration_seconds, staff_talk_ms, customer_talk_ms`;
export const takes = { tenant_id: 'int8', is_test: 'bool', project_ids: 'int8[]?', call_types: 'text[]?' } as const;
const isWantedInAll = `tenant_id = :tenant_id and is_test = :is_test
  and (:call_types::text[] is null or call_type = any(:call_types))`;
export const isWanted = `${isWantedInAll} and ${isInProjects()}`;

/** The counts of a `part` of time: its whole hours or days in the coarse grain, the time before and after in the fine one. */
export const countsOf = (read: string, coarse: string, fine: string, isFolded: string, isUnfolded: string) => `
  select ${read} from call_counts
  where ${isWanted} and grain = ${coarse} and ${isFolded} and quarter >= part.whole_start and quarter < part.whole_end
  union all
  select ${read} from call_counts
  where ${isWanted} and grain = ${fine} and ${isFolded} and quarter >= part.start and quarter < part.whole_start
  union all
  select ${read} from call_counts
  where ${isWanted} and grain = ${fine} and ${isFolded} and quarter >= part.whole_end and quarter < part.end
  union all
  select ${read} from unfolded_call_counts
  where ${isWanted} and ${isUnfolded} and quarter >= part.start and quarter < part.end`;

const countsOfAll = countsOf(read, `'hour'`, `'quarter'`, 'staff_id = 0', 'true');
const isAsked = 'staff_id = any(:staff_ids)';
const countsOfStaff = countsOf(read, `'staff_day'`, ':fine', isAsked, isAsked);
/** 0 stands for calls without a staff member. There are few unfolded counts, so they are filtered after summing. */
const isOnPage = 'staff_id = any(array(select staff_id from page union all select 0))';
const countsOfPage = countsOf(read, `'staff_day'`, ':fine', isOnPage, 'true');
const countsOfEverybody = countsOf(read, `'staff_day'`, ':fine', 'true', 'true');

/**
 * The same of all projects together: whole days, the hours around them, and the quarters around those. Most periods have no such
 * quarters; the comparison of their borders keeps PostgreSQL from looking for them staff member by staff member.
 */
const countsOfPageInAll = `
  select ${read} from staff_call_counts
  where ${isWantedInAll} and grain = 'day' and ${isOnPage} and quarter >= part.day_start and quarter < part.day_end
  union all
  select ${read} from staff_call_counts
  where ${isWantedInAll} and grain = 'hour' and ${isOnPage} and quarter >= part.hour_start and quarter < part.day_start
  union all
  select ${read} from staff_call_counts
  where ${isWantedInAll} and grain = 'hour' and ${isOnPage} and quarter >= part.day_end and quarter < part.hour_end
  union all
  select ${read} from call_counts
  where ${isWantedInAll} and grain = 'staff_quarter' and ${isOnPage} and part.start < part.hour_start
    and quarter >= part.start and quarter < part.hour_start
  union all
  select ${read} from call_counts
  where ${isWantedInAll} and grain = 'staff_quarter' and ${isOnPage} and part.hour_end < part.end
    and quarter >= part.hour_end and quarter < part.end
  union all
  select ${read} from unfolded_call_counts
  where ${isWantedInAll} and quarter >= part.start and quarter < part.end`;

const parts = `unnest(:starts::int4[], :whole_starts::int4[], :whole_ends::int4[], :ends::int4[])
  with ordinality as part (start, whole_start, whole_end, "end", position)`;
export const partTypes = { starts: 'int4[]', whole_starts: 'int4[]', whole_ends: 'int4[]', ends: 'int4[]' } as const;

/** A row for each part, in order. */
const sumByPart = <const T extends Record<string, 'int8[]' | 'text'>>(name: string, counts: string, more: T) =>
  statement({
    name,
    isForReplica: true,
    takes: { ...takes, ...partTypes, ...more },
    gives: typesOf(ofSummary),
    sql: `
      select sums.* from ${parts}, lateral (select ${sumsOf(ofSummary)} from (${counts}) counts) sums
      order by part.position`,
  });
export const sumAllByPart = sumByPart('sum_calls_by_part', countsOfAll, {});
export const sumStaffByPart = sumByPart('sum_calls_by_part_of_staff', countsOfStaff, {
  staff_ids: 'int8[]',
  fine: 'text',
});

/**
 * Staff who were removed before the period have no calls in it. A call that was accepted at the moment of the removal may be
 * a little newer, hence the day.
 */
const hadCalls = `(removed_at is null or removed_at > to_timestamp(:start::int4 * 900::float8) - interval '1 day')`;

/**
 * One page of the staff, and after them a row without a name for the calls that have no staff member. The number of staff
 * members comes with every row. `staff` is everybody, or the staff of the projects and those who had calls there.
 */
function sumPage<const B extends Record<string, 'int4'>, const M extends Columns>(
  name: string,
  counts: string,
  borders: B,
  more: M,
  staff: 'everybody' | 'of projects' = 'everybody',
) {
  const places = Object.keys(borders);
  const isMember =
    staff === 'everybody'
      ? hadCalls
      : `(removed_at is null and ${isStaffOfProjects} or staff_id in (select staff_id from sums where total > 0))`;
  const page = `members as (
        select staff_id, name from staff s
        where tenant_id = :tenant_id and (:staff_ids::int8[] is null or staff_id = any(:staff_ids)) and ${isMember}
      ), page as (
        select staff_id, name from members order by staff_id offset :offset limit :limit
      )`;
  const sums = `sums as (
        select coalesce(staff_id, 0) as staff_id, ${sumsOf(ofUser)}
        from (values (${places.map((place) => `:${place}::int4`).join(', ')}))
            part (${places.map((place) => `"${place}"`).join(', ')}),
          lateral (${counts}) counts
        group by 1
      )`;
  return statement({
    name,
    isForReplica: true,
    takes: {
      ...{ tenant_id: 'int8', is_test: 'bool', call_types: 'text[]?', staff_ids: 'int8[]?' },
      ...{ offset: 'int8', limit: 'int8' },
      ...borders,
      ...more,
    },
    gives: { staff: 'int8', staff_id: 'int8?', staff_name: 'text?', ...typesOf(ofUser) },
    sql: `
      with ${staff === 'everybody' ? `${page}, ${sums}` : `${sums}, ${page}`}
      select (select count(*) from members) as staff, shown.staff_id, shown.name as staff_name,
        ${ofUser.map((name) => `coalesce(${name}, 0)::int8 as ${name}`).join(', ')}
      from (select staff_id, name from page union all select null, null) shown
      left join sums on sums.staff_id = coalesce(shown.staff_id, 0)
      order by shown.staff_id nulls last`,
  });
}

export const sumByStaff = sumPage(
  'sum_calls_by_staff',
  countsOfPageInAll,
  { start: 'int4', hour_start: 'int4', day_start: 'int4', day_end: 'int4', hour_end: 'int4', end: 'int4' },
  {},
);
const bordersOfDays = { start: 'int4', whole_start: 'int4', whole_end: 'int4', end: 'int4' } as const;
export const sumByStaffInProjects = sumPage('sum_calls_by_staff_in_projects', countsOfPage, bordersOfDays, {
  ...{ project_ids: 'int8[]?', fine: 'text' },
});
/** For a supervisor, who sees no other staff. */
export const sumByStaffOfProjects = sumPage(
  'sum_calls_by_staff_of_projects',
  countsOfEverybody,
  bordersOfDays,
  { project_ids: 'int8[]?', fine: 'text' },
  'of projects',
);

/** One page of labels by their sums; without any, one row that contains only their number. */
function sumLabels<const M extends Columns>(name: string, sums: string, more: M) {
  return statement({
    name,
    isForReplica: true,
    takes: { ...takes, ...{ offset: 'int8', limit: 'int8', start: 'int4', end: 'int4' }, ...more },
    gives: { labels: 'int8', kind: 'text?', value: 'text?', ...typesOf(common) },
    sql: `
      with sums as materialized (${sums}),
      page as (
        select * from sums order by kind desc, total desc, value collate "C" offset :offset limit :limit
      )
      select (select count(*) from sums) as labels, kind, value, ${common.map((sum) => `coalesce(${sum}, 0) as ${sum}`).join(', ')}
      from (select) always left join page on true order by kind desc, total desc, value collate "C"`,
  });
}

const ofLabel = `kind, value, call_type, ${countedStates.join(', ')}, duration_seconds`;
const foldedLabels = (grain: 'day' | 'quarter', start: string, end: string) => `
          select ${ofLabel} from call_label_counts
          where ${isWanted} and grain = '${grain}' and quarter >= ${start} and quarter < ${end}`;

export const sumByLabel = sumLabels(
  'sum_calls_by_label',
  `
        select kind, value, ${sumsOf(common)} from (
          ${foldedLabels('day', ':whole_start', ':whole_end')}
          union all
          ${foldedLabels('quarter', ':start', ':whole_start')}
          union all
          ${foldedLabels('quarter', ':whole_end', ':end')}
          union all
          select ${ofLabel} from unfolded_call_label_counts where ${isWanted} and quarter >= :start and quarter < :end) counts
        group by kind, value having sum(${all}) > 0`,
  { whole_start: 'int4', whole_end: 'int4' },
);

/** Labels are not counted by staff member, so the calls themselves are. */
const isTalk = `status = 'connected'`;
export const sumByLabelOfStaff = sumLabels(
  'sum_calls_by_label_of_staff',
  `
        select kind, value, count(*) as total, count(*) filter (where ended_at is null) as open,
          count(*) filter (where ${isTalk}) as connected, count(*) filter (where ${isTalk} and ended_at is not null) as talked,
          count(*) filter (where status = 'missed_call') as missed, coalesce(sum(duration_seconds), 0)::int8 as duration_seconds
        from calls, lateral labels_of(tags, outcome) labels
        where ${isWanted} and ${isAsked} and (tags is not null or outcome is not null)
          and call_id >= uuid_at(${quarterStartSql(':start::int4')}) and call_id < uuid_at(${quarterStartSql(':end::int4')})
        group by kind, value`,
  { staff_ids: 'int8[]' },
);
