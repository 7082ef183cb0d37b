import { statement } from '../database/sql.ts';
import { present } from '../platform/present.ts';
import {
  boundOf,
  conditions,
  directionOf,
  firstIdOf,
  listed,
  pageOf,
  readFirst,
  searchBlockOf,
  searchBlocks,
  type Walk,
  walks,
} from './queries.ts';

// Searches by the counts of each block of ids, which a node remembers; see `search-customers.ts`. The stamp of a block is the
// sum over its rows in `customer_counts` and `customer_count_changes`. Every change of the block that a search can see adds a
// positive number to it, in the same transaction: as long as the stamp is the same, the count is.

const ofProject = (isOne: boolean) => (isOne ? `and ${conditions.project_id.sql}` : '');
const projectType = (isOne: boolean) => (isOne ? conditions.project_id.takes : {}) as { project_id: 'int8' };
/** The stamps of all blocks, in the columns that are united with counts: joins would compare each block with each. */
const stampsOf = (isOneProject: boolean) => `
        select block, stamp, customers, null::int8 as n from (${searchBlocks(isOneProject)}) stamped`;
const contains = 'strpos(search_text, :q) > 0';

const firstRow = { ...listed, blocks: 'int8[]?', stamps: 'int8[]?', counts: 'int8[]?', customers: 'int8?' } as const;

/**
 * A page and the total of all matches, found by the index; or, if there are at least `many` matches, the counts of each block
 * instead of the page, and how many customers there are.
 */
function firstSearch(walk: Walk, isOneProject: boolean) {
  const direction = directionOf(walk);
  const { settled, first } = readFirst(walk);
  return statement({
    name: `search_customers_${direction}${isOneProject ? '_of_project' : ''}`,
    isForReplica: true,
    takes: {
      ...{ tenant_id: 'int8', offset: 'int8', limit: 'int8', many: 'int8' },
      ...conditions.q.takes,
      ...projectType(isOneProject),
    },
    gives: firstRow,
    sql: `
      with ${settled} matching as materialized (
        select customer_id from customers
        where tenant_id = :tenant_id ${ofProject(isOneProject)} and ${conditions.q.sql}
      ), found as materialized (
        select count(*) as total, count(*) >= :many as are_many from matching
      ), counts as materialized (
        select block, max(stamp) as stamp, max(customers) as customers, coalesce(max(n), 0) as n from (
        ${stampsOf(isOneProject)}
        union all
        select ${searchBlockOf('customer_id')}, null, null, count(*) from matching group by 1) counts
        where (select are_many from found) group by block
      ), ${pageOf(
        `select customer_id from matching where not (select are_many from found)
          order by customer_id ${direction} offset :offset limit :limit`,
        direction,
      )}
      select total, page.*, settled_up_to, case when are_many then array(select block from counts order by block) end as blocks,
        case when are_many then array(select stamp from counts order by block) end as stamps,
        case when are_many then array(select n from counts order by block) end as counts,
        case when are_many then (select sum(customers)::int8 from counts) end as customers
      from ${first}, found, page`,
  });
}

const byCounts = {
  ...listed,
  /** Null if too many blocks have changed. */
  total: 'int8?',
  changed_blocks: 'int8[]',
  changed_stamps: 'int8[]',
  changed_counts: 'int8[]',
} as const;

/**
 * A page and the total by the counts of each block. Blocks that have changed are counted again, customer by customer, and
 * returned as well; if there are more than `most_changed`, there is no total and no page.
 */
function foundList(walk: Walk, isOneProject: boolean) {
  const direction = directionOf(walk);
  const { settled, first } = readFirst(walk);
  const project = ofProject(isOneProject);
  const inBlock = (block: string) =>
    `tenant_id = :tenant_id ${project} and ${contains}
          and customer_id >= ${firstIdOf(block)} and customer_id < ${firstIdOf(`(${block} + 1)`)}`;
  const upToBound = walk === 'settled' ? 'and customer_id <= :committed_up_to' : '';
  // There are few customers beyond a bound, so those are counted and subtracted.
  const beyond = `- (select count(*) from customers
        where tenant_id = :tenant_id ${project} and customer_id > :committed_up_to and ${contains})`;
  return statement({
    name: `list_found_${walk}${isOneProject ? '_of_project' : ''}`,
    isForReplica: true,
    takes: {
      tenant_id: 'int8',
      q: 'text',
      offset: 'int8',
      limit: 'int8',
      ...{ blocks: 'int8[]', stamps: 'int8[]', counts: 'int8[]', most_changed: 'int8' },
      ...boundOf(walk),
      ...projectType(isOneProject),
    },
    gives: byCounts,
    sql: `
      with ${settled} current as materialized (
        select block, stamp, max(n) as n from (${stampsOf(isOneProject)}
        union all
        select block, stamp, null, n from unnest(:blocks::int8[], :stamps::int8[], :counts::int8[]) as k (block, stamp, n)) all_counts
        group by block, stamp having max(customers) is not null
      ), changed as materialized (
        select block, stamp from current where n is null
      ), is_known as materialized (
        select count(*) <= :most_changed as enough from changed
      ), recounted as materialized (
        select block, stamp, (select count(*) from customers where ${inBlock('changed.block')}) as n
        from changed where (select enough from is_known)
      ), blocks as materialized (
        select block, n, (sum(n) over (order by block ${direction}) - n)::int8 as skipped
        from (select block, n from current union all select block, n from recounted) counts where n > 0
      ), reached as materialized (
        select block, skipped from blocks
        where skipped + n > :offset and skipped < :offset + :limit and (select enough from is_known)
      ), ids as (
        select found.customer_id from reached, lateral (
          select customer_id from customers where ${inBlock('reached.block')} ${upToBound}
          order by customer_id ${direction} limit :offset + :limit - reached.skipped) found
        order by customer_id ${direction}
        offset :offset - (select min(skipped) from reached) limit :limit
      ), ${pageOf('select customer_id from ids', direction)}
      select case when enough then (coalesce((select sum(n) from blocks), 0) ${walk === 'settled' ? beyond : ''})::int8 end as total,
        page.*, settled_up_to, array(select block from recounted order by block) as changed_blocks,
        array(select stamp from recounted order by block) as changed_stamps,
        array(select n from recounted order by block) as changed_counts
      from ${first}, is_known, page`,
  });
}

const ofEach = <T>(walks: Walk[], make: (walk: Walk, isOneProject: boolean) => T) => {
  const made = new Map(
    walks.flatMap((walk) => [true, false].map((one) => [`${walk} ${one}`, make(walk, one)] as const)),
  );
  return (walk: Walk, isOneProject: boolean) => present(made.get(`${walk} ${isOneProject}`));
};
export const searchFirst = ofEach(['asc', 'desc'], firstSearch);
export const listFound = ofEach(walks, foundList);
