import { isInProjects } from '../../database/in-projects.ts';
import { lock, locks } from '../../database/locks.ts';
import { type Columns, columnList, type Row, statement } from '../../database/sql.ts';
import { type CallState, type CountedState, callStatuses, countedStates } from '../state/call-state.ts';
import { quarterSql, quarterStartSql, quartersInDay, unitStartSql } from '../state/quarters.ts';
import { hasWords, mayHaveWords } from './said-words.ts';

// Lists of calls. The total comes with every row, and with a row of nulls if the page is empty. Calls and their counts are read
// in one statement, and so from one snapshot: they always agree.

/** The columns of a list item and of a report line. */
const columns = {
  call_id: 'uuid',
  call_type: 'text',
  status: 'text',
  phone_number: 'text?',
  staff_id: 'int8?',
  project_id: 'int8',
  customer_id: 'int8?',
  external_id: 'text?',
  initiated_at: 'timestamptz',
  dialled_at: 'timestamptz?',
  ringing_at: 'timestamptz?',
  answered_at: 'timestamptz?',
  ended_at: 'timestamptz?',
  duration_seconds: 'int4?',
  end_reason: 'text?',
  staff_talk_ms: 'int4?',
  customer_talk_ms: 'int4?',
  tags: 'text[]?',
  outcome: 'text?',
} as const;
const names = columnList(columns);
type ListedColumns = Row<typeof columns>;

/** A listed call with its number unmasked. */
export type ListedCall = Omit<ListedColumns, keyof CallState> & Pick<CallState, keyof ListedColumns & keyof CallState>;

/**
 * A call newer than this may have an older one that has not committed yet. Transactions last milliseconds; PostgreSQL cancels
 * each statement, and each pause between two, after 10 seconds.
 */
const newFor = `interval '60 seconds'`;
const pageColumns = `${names}, initiated_at > now() - ${newFor} as is_new`;

type OrNull<C> = { [Name in keyof C]: C[Name] extends `${string}?` ? C[Name] : `${C[Name] & string}?` };
const columnsOrNull = Object.fromEntries(
  Object.entries(columns).map(([name, type]) => [name, type.endsWith('?') ? type : `${type}?`]),
) as OrNull<typeof columns>;

const gives = { total: 'int8', ...columnsOrNull, is_new: 'bool?' } as const;
export type CallListRow = Row<typeof gives>;

const takes = {
  tenant_id: 'int8',
  is_test: 'bool',
  start: 'int4',
  end: 'int4',
  committed_before: 'uuid',
  statuses: 'text[]',
  call_types: 'text[]',
  project_ids: 'int8[]?',
  offset: 'int8',
  limit: 'int8',
} as const;

const firstId = (quarter: string) => `uuid_at(${quarterStartSql(quarter)})`;
const isOfTenant = 'tenant_id = :tenant_id and is_test = :is_test';
const isOfKind = `call_type = any(:call_types) and ${isInProjects()}`;
const isOfStatus = 'status = any(:statuses)';

type Direction = 'asc' | 'desc';
const bothWays = <T>(make: (direction: Direction) => T) => ({ asc: make('asc'), desc: make('desc') });

/** 1 for each state to be counted, 0 for the others. */
const weights = Object.fromEntries(countedStates.map((state) => [state, 'int4'])) as Record<CountedState, 'int4'>;
const counted = countedStates.map((state) => `${state} * :${state}`).join(' + ');
const days = { whole_start: 'int4', whole_end: 'int4' } as const;
const ids = { staff_ids: 'int8[]?', customer_ids: 'int8[]?' } as const;
const externalIds = { external_ids: 'text[]?' } as const;
const written = { e164: 'text?', tags: 'text[]?', outcomes: 'text[]?' } as const;
const words = { words: 'text[]?', grams: 'int4[]?', long_text_grams: 'int4[]?' } as const;
/** A tag, or outcomes: of these each call has at most one, so the counts can be added up. */
const label = { label_kind: 'text', label_values: 'text[]?' } as const;
/** Each list takes the parameters it needs from these. */
type AllTakes = typeof takes &
  typeof weights &
  typeof days &
  typeof ids &
  typeof externalIds &
  typeof written &
  typeof words &
  typeof label;

const isAskedStaff = 'staff_id = any(:staff_ids)';
const isAskedLabel = 'kind = :label_kind and value = any(:label_values)';

type Source = {
  suffix: string;
  table: string;
  grains: string;
  takes: Columns;
  /** Looks the counts up for each of these, so that PostgreSQL uses the index that begins with them, not that of the period. */
  forEach?: string;
  isFolded: string;
  isUnfolded: string;
  isCall: string;
  isFound?: string;
};

/** The counts of all calls, of those of some staff, and of those with a label; with the same condition on each table. */
const sources = {
  all: {
    ...{ suffix: '', table: 'call_counts', grains: '', takes: {} },
    ...{ isFolded: 'staff_id = 0', isUnfolded: 'true', isCall: 'true' },
  } as Source,
  ofStaff: {
    ...{ suffix: '_of_staff', table: 'call_counts', grains: 'staff_', takes: { staff_ids: ids.staff_ids } },
    ...{ isFolded: isAskedStaff, isUnfolded: isAskedStaff, isCall: isAskedStaff },
  } as Source,
  ofLabel: {
    ...{ suffix: '_of_label', table: 'call_label_counts', grains: '', takes: label },
    forEach: 'unnest(:label_values::text[]) as asked (label)',
    ...{ isFolded: 'kind = :label_kind and value = label', isUnfolded: isAskedLabel },
    isCall: `case :label_kind when 'tag' then tags && :label_values else outcome = any(:label_values) end`,
    isFound: `call_id = any(array(
              select call_id from call_labels
              where ${isOfTenant} and ${isAskedLabel} and call_id >= first_id and call_id < end_id))`,
  } as Source,
};

/**
 * The counts show in which quarters of an hour a page lies, so that only those are read, and a page deep in a list of millions
 * is as fast as the first one. First come blocks (whole days, and the quarters before and after them), then the quarters of the
 * blocks that the page touches. Calls at or beyond the bound are subtracted from the counts.
 */
function countedList(direction: Direction, of: keyof typeof sources) {
  const source = sources[of];
  const folded = (grain: 'quarter' | 'day', start: string, end: string) => {
    const select = `
    select quarter, ${counted} as n from ${source.table}
    where ${isOfTenant} and grain = '${source.grains}${grain}' and ${source.isFolded}
      and quarter >= ${start} and quarter < ${end} and ${isOfKind}`;
    return source.forEach
      ? `select quarter, n from ${source.forEach} cross join lateral (${select} offset 0) of_each`
      : select;
  };
  const unfolded = (start: string, end: string) => `
    select quarter, ${counted} as n from unfolded_${source.table}
    where ${isOfTenant} and quarter >= ${start} and quarter < ${end} and ${isOfKind} and ${source.isUnfolded}
    union all
    select ${quarterSql('initiated_at')}, -1 from calls
    where ${isOfTenant} and call_id >= greatest(:committed_before, ${firstId(start)}) and call_id < ${firstId(end)}
      and ${isOfStatus} and ${isOfKind} and ${source.isCall}`;
  const ifWholeDay = (quarter: string, day: string, otherwise: string) =>
    `case when ${quarter} >= :whole_start and ${quarter} < :whole_end then ${day} else ${otherwise} end`;
  const touchesPage = 'n > 0 and skipped < :offset::int8 + :limit and skipped + n > :offset';
  return statement({
    name: `list_calls_${direction}${source.suffix}`,
    isForReplica: true,
    takes: { ...takes, ...weights, ...days, ...source.takes } as AllTakes,
    gives,
    sql: `
      with block_sums as materialized (
        select block, sum(n)::int8 as n from (
          select quarter as block, n from (${folded('day', ':whole_start', ':whole_end')}) days
          union all
          select quarter, n from (${folded('quarter', ':start::int4', ':whole_start')}) before_days
          union all
          select quarter, n from (${folded('quarter', ':whole_end', ':end::int4')}) after_days
          union all
          select ${ifWholeDay('quarter', unitStartSql('quarter', quartersInDay), 'quarter')}, n
          from (${unfolded(':start::int4', ':end::int4')}) changes
        ) counts group by block
      ), blocks as materialized (
        select block as block_start, ${ifWholeDay('block', `block + ${quartersInDay}`, 'block + 1')} as block_end, skipped
        from (select block, n, (sum(n) over (order by block ${direction}))::int8 - n as skipped from block_sums) placed
        where ${touchesPage}
      ), quarter_sums as (
        select block_start, skipped, quarter, sum(n)::int8 as n from blocks, lateral (
          ${folded('quarter', 'block_start', 'block_end')} union all ${unfolded('block_start', 'block_end')}) counts
        group by block_start, skipped, quarter
      ), visits as materialized (
        select ${firstId('quarter')} as first_id, least(${firstId('quarter + 1')}, :committed_before) as end_id,
          greatest(:offset - skipped, 0) as skip,
          least(skipped + n, :offset + :limit) - greatest(skipped, :offset) as take
        from (
          select quarter, n,
            skipped + (sum(n) over (partition by block_start order by quarter ${direction}))::int8 - n as skipped
          from quarter_sums) placed
        where ${touchesPage}
      ), page as (
        select found.* from visits, lateral (
          select ${pageColumns} from calls
          where ${isOfTenant} and call_id >= first_id and call_id < end_id and ${isOfStatus} and ${isOfKind}
            and ${source.isFound ?? source.isCall}
          order by call_id ${direction} offset skip limit take) found
      )
      select coalesce((select sum(n) from block_sums), 0)::int8 as total, page.*
      from (select) always left join page on true order by page.call_id ${direction}`,
  });
}

const start = firstId(':start::int4');
const end = firstId(':end::int4');

/**
 * What an index finds for a filter. Words are compared after the period, because reading the text of a call costs most.
 */
const candidates = {
  customer: {
    takes: {},
    sql: `select call_id from calls
          where ${isOfTenant} and customer_id = any(:customer_ids) and customer_id is not null`,
  },
  external_id: {
    takes: externalIds,
    sql: `select call_id from call_external_ids
          where ${isOfTenant} and external_id = any(:external_ids)`,
  },
  number: {
    takes: {},
    sql: `select call_id from calls where ${isOfTenant} and e164 = :e164 and e164 is not null`,
  },
  words: {
    takes: { grams: words.grams, long_text_grams: words.long_text_grams },
    sql: `select call_id, said, noted from call_texts where ${isOfTenant} and ${mayHaveWords.sql}`,
  },
};

/**
 * For filters that few calls match: these are found by a separate index and counted one by one. The period is applied to the
 * result of that index (`offset 0` prevents merging the two): otherwise PostgreSQL may choose the index of ids and read the
 * whole period.
 */
function selectiveList(direction: Direction, by: keyof typeof candidates) {
  const hasAllWords =
    by === 'words'
      ? 'true'
      : `(:words::text[] is null or exists (
            select from call_texts t
            where t.tenant_id = :tenant_id and t.is_test = :is_test and t.call_id = calls.call_id and ${hasWords.sql}))`;
  return statement({
    name: `list_calls_${direction}_by_${by}`,
    isForReplica: true,
    takes: { ...takes, ...ids, ...written, words: words.words, ...candidates[by].takes } as unknown as AllTakes,
    gives,
    sql: `
      with ids as materialized (
        select call_id from (${candidates[by].sql} offset 0) candidates
        where call_id >= ${start} and call_id < least(${end}, :committed_before) ${by === 'words' ? `and ${hasWords.sql}` : ''}
      ), found as materialized (
        select ${pageColumns} from calls
        where ${isOfTenant} and call_id = any(array(select call_id from ids))
          and call_id >= ${start} and call_id < ${end} -- Only these months.
          and ${isOfStatus} and ${isOfKind} and (:staff_ids::int8[] is null or staff_id = any(:staff_ids))
          and (:customer_ids::int8[] is null or customer_id = any(:customer_ids))
          and (:e164::text is null or e164 = :e164)
          and (:tags::text[] is null or tags && :tags)
          and (:outcomes::text[] is null or outcome = any(:outcomes))
          and ${hasAllWords}
      ), page as (
        select * from found order by call_id ${direction} offset :offset limit :limit
      )
      select (select count(*) from found) as total, page.*
      from (select) always left join page on true order by page.call_id ${direction}`,
  });
}

const isInPeriod = `call_id >= ${start} and call_id < least(${end}, :committed_before)`;
const hasLabel = (kind: 'tag' | 'outcome', values: string) =>
  `select call_id from call_labels where ${isOfTenant} and kind = '${kind}' and value = any(${values}) and ${isInPeriod}`;

/** What each index finds on its own, without looking at the calls. */
const indexed = {
  tags: { takes: { tags: 'text[]?' }, sql: hasLabel('tag', ':tags') },
  outcomes: { takes: { outcomes: 'text[]?' }, sql: hasLabel('outcome', ':outcomes') },
  staff: {
    takes: { staff_ids: ids.staff_ids },
    // One by one, so that PostgreSQL uses the index of staff and not that of the period.
    sql: `select call_id from unnest(:staff_ids::int8[]) as asked (member) cross join lateral (
            select call_id from calls where ${isOfTenant} and staff_id = member and ${isInPeriod} offset 0) of_each`,
  },
} as const;
type Indexed = keyof typeof indexed;

/**
 * For several filters of which each has an index with the ids: the ids are intersected. Without a filter on other columns they
 * are counted as they are, and only the calls of the page are read.
 */
function intersectedList(direction: Direction, by: Indexed[], isOfEveryKind: boolean) {
  const { statuses, call_types, project_ids, ...others } = takes;
  const kinds = isOfEveryKind ? {} : { statuses, call_types, project_ids };
  const isWanted = isOfEveryKind ? 'true' : `${isOfStatus} and ${isOfKind}`;
  const onPage = `order by call_id ${direction} offset :offset limit :limit`;
  const [ofPage, ofAll] = isOfEveryKind ? [onPage, ''] : ['', onPage];
  return statement({
    name: `list_calls_${direction}_by_${by.join('_')}${isOfEveryKind ? '' : '_and_kind'}`,
    isForReplica: true,
    takes: { ...others, ...kinds, ...Object.assign({}, ...by.map((name) => indexed[name].takes)) } as AllTakes,
    gives,
    sql: `
      with ids as materialized (
        -- A call may have several of the tags.
        select distinct call_id from (${by.map((name) => indexed[name].sql).join(' intersect ')}) found
      ), found as materialized (
        select ${pageColumns} from calls
        where ${isOfTenant} and call_id >= ${start} and call_id < ${end} -- Only these months.
          and call_id = any(array(select call_id from ids ${ofPage})) and ${isWanted}
      ), page as (
        select * from found ${ofAll}
      )
      select (select count(*) from ${isOfEveryKind ? 'ids' : 'found'}) as total, page.*
      from (select) always left join page on true order by page.call_id ${direction}`,
  });
}

const intersected = (...by: Indexed[]) => ({
  ofEveryKind: bothWays((direction) => intersectedList(direction, by, true)),
  ofSomeKinds: bothWays((direction) => intersectedList(direction, by, false)),
});

const lists = {
  all: bothWays((direction) => countedList(direction, 'all')),
  ofStaff: bothWays((direction) => countedList(direction, 'ofStaff')),
  ofLabel: bothWays((direction) => countedList(direction, 'ofLabel')),
  byCustomer: bothWays((direction) => selectiveList(direction, 'customer')),
  byExternalId: bothWays((direction) => selectiveList(direction, 'external_id')),
  byNumber: bothWays((direction) => selectiveList(direction, 'number')),
  byWords: bothWays((direction) => selectiveList(direction, 'words')),
  byTags: intersected('tags'),
  byTagsAndOutcomes: intersected('tags', 'outcomes'),
  byTagsAndStaff: intersected('tags', 'staff'),
  byOutcomesAndStaff: intersected('outcomes', 'staff'),
  byTagsOutcomesAndStaff: intersected('tags', 'outcomes', 'staff'),
};

type Filtered = Row<typeof ids & typeof externalIds & typeof written & typeof words> &
  Pick<Row<typeof takes>, 'statuses' | 'call_types' | 'project_ids'>;

/** The statement that finds the page with the least effort. */
export function callList(direction: Direction, filtered: Filtered) {
  const { external_ids, e164, customer_ids, words, tags, outcomes, staff_ids } = filtered;
  if (external_ids) return lists.byExternalId[direction];
  if (e164 !== null) return lists.byNumber[direction];
  if (customer_ids) return lists.byCustomer[direction];
  if (words) return lists.byWords[direction];
  if (tags || outcomes) return labelList(filtered)[direction];
  return staff_ids ? lists.ofStaff[direction] : lists.all[direction];
}

function labelList(filtered: Filtered) {
  if (isCounted(filtered)) return lists.ofLabel;
  return intersectedBy(filtered)[isOfEveryKind(filtered) ? 'ofEveryKind' : 'ofSomeKinds'];
}

function intersectedBy({ tags, outcomes, staff_ids }: Filtered) {
  if (!staff_ids) return outcomes ? lists.byTagsAndOutcomes : lists.byTags;
  if (!tags) return lists.byOutcomesAndStaff;
  return outcomes ? lists.byTagsOutcomesAndStaff : lists.byTagsAndStaff;
}

const isOfEveryKind = ({ statuses, call_types, project_ids }: Filtered) =>
  !project_ids &&
  callStatuses.every((status) => statuses.includes(status)) &&
  ['outbound', 'inbound'].every((type) => call_types.includes(type));

/** A call may have several of the tags, and labels are not counted by staff member. */
const isCounted = ({ tags, outcomes, staff_ids }: Filtered) =>
  !staff_ids && (tags ? !outcomes && tags.length === 1 : true);

/** Greater than all ids. */
export const afterAllCalls = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The first id that no call can have yet: that of the next call. Writers share the lock from before they take an id until they
 * commit, so taking it exclusively waits for all of them; it is released as soon as the statement ends. New writers queue
 * behind this statement, so it does not wait long for a writer that hangs.
 */
export const findCommittedBefore = statement({
  name: 'find_calls_committed_before',
  takes: { tenant_id: 'int8', is_test: 'bool' },
  gives: { committed_before: 'uuid' },
  sql: `
    with patience as materialized (select set_config('lock_timeout', '2s', true)),
    alone as materialized (select ${lock(locks.callIds(':tenant_id'))} from patience)
    select uuid_at(next_call_moment(tenant_id => :tenant_id, is_test => :is_test, reach => interval '100 years')) as committed_before
    from alone`,
});

const openNames = Object.keys(columns)
  .map((name) => `c.${name}`)
  .join(', ');

/** Calls that go on, newest first, each with the number of all. An ended call stays open until its engine has let go of it. */
export const listOpenCalls = statement({
  name: 'list_open_calls',
  takes: { tenant_id: 'int8', is_test: 'bool', project_ids: 'int8[]?', limit: 'int8' },
  gives: { total: 'int8', ...columns },
  sql: `
    select count(*) over () as total, ${openNames}
    from open_calls o join calls c using (tenant_id, is_test, call_id)
    where o.tenant_id = :tenant_id and o.is_test = :is_test and c.ended_at is null and ${isInProjects('c.project_id')}
    order by c.call_id desc limit :limit`,
});
export type OpenCallRow = Row<typeof listOpenCalls.gives> & ListedCall;
