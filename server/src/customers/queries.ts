import { isInProjects } from '../database/in-projects.ts';
import { as, assignments, type Columns, columnList, type Row, recordType, statement } from '../database/sql.ts';
import type { CustomerId } from '../platform/ids.ts';
import { keysOf } from '../platform/keys-of.ts';
import { settled, writing } from './open-writers.ts';

/** The fields of a customer that a client sets. */
const fields = {
  external_id: 'text?',
  name: 'text',
  name_kana: 'text?',
  tel1: 'text?',
  tel2: 'text?',
  tel3: 'text?',
  email: 'text?',
  company_name: 'text?',
  address: 'text?',
  notes: 'text?',
  custom_fields: 'json?',
} as const;

export const customerColumns = {
  customer_id: 'int8',
  project_id: 'int8',
  ...fields,
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;
const names = columnList(customerColumns);
/** A customer as the API shows it. */
export type CustomerRow = Row<typeof customerColumns>;

/** The fields, with their search columns. */
const written = { ...fields, search_text: 'text', search_grams: 'int4[]' } as const;
const writtenNames = columnList(written);
const record = { index: 'int4', place: 'int4', customer_id: 'int8', project_id: 'int8', ...written } as const;

/**
 * Ids of one block share a row of `customer_counts`. These rows are stored: other sizes require counting them again. Lists use
 * small and large blocks, searches those between.
 */
const smallBits = 9;
const searchBits = 12;
const largeBits = 15;
const largeShift = largeBits - smallBits;
/** The block of a customer in searches; the changes of counts name small blocks. */
export const searchBlockOf = (customerId: string) => `${customerId} >> ${searchBits}`;
export const firstIdOf = (searchBlock: string) => `${searchBlock} << ${searchBits}`;

/** Ids for customers that are about to be inserted, ascending. */
export const takeIds = statement({
  name: 'take_customer_ids',
  takes: { tenant_id: 'int8', count: 'int4' },
  gives: { customer_ids: 'int8[]' },
  acrossTenants: "It reads no table, the lock is the tenant's own, and ids are unique over all tenants.",
  sql: `
    with ${writing}
    select array(select nextval('customers_customer_id_seq') from writing, generate_series(1, :count)) as customer_ids`,
});

/**
 * Inserts the rows that can be inserted, in the order of `place`: the others name a project that does not exist or an
 * external_id that is taken. Customers without an id get ascending ones, in the order of `index`. The caller knows the fields
 * already, so only ids are returned: those of the first list belong to the indexes beside them. (PostgreSQL expects one row, and
 * would join the lists row by row.)
 */
export const insertCustomers = statement({
  name: 'insert_customers',
  takes: { tenant_id: 'int8', customers: 'json' },
  gives: {
    indexes: 'int4[]',
    customer_ids: as<CustomerId>('int8[]'),
    created_ids: as<CustomerId>('int8[]'),
    created_at: 'timestamptz',
  },
  sql: `
    with ${writing}, numbered as materialized (
      select coalesce(customer_id, nextval('customers_customer_id_seq')) as customer_id, index, place, i.project_id, ${writtenNames}
      from writing, (
        select i.* from json_to_recordset(:customers) as i (${recordType(record)})
        join projects p on p.tenant_id = :tenant_id and p.project_id = i.project_id and p.is_active
        order by index) i
    ), created as (
      insert into customers (tenant_id, customer_id, project_id, ${writtenNames})
      select :tenant_id, customer_id, project_id, ${writtenNames} from numbered order by place
      on conflict (tenant_id, external_id) where external_id is not null do nothing
      returning customer_id, project_id
    ), counted as (
      insert into customer_count_changes (tenant_id, project_id, block, n)
      select :tenant_id, project_id, customer_id >> ${smallBits}, count(*) from created group by 2, 3
    )
    select array(select index from numbered) as indexes, array(select customer_id from numbered) as customer_ids,
      array(select customer_id from created) as created_ids, now()::timestamptz(3) as created_at`,
});

export const findCustomer = statement({
  name: 'find_customer',
  takes: { tenant_id: 'int8', customer_id: 'int8', project_ids: 'int8[]?' },
  gives: customerColumns,
  isQuick: true,
  sql: `
    select ${names} from customers
    where tenant_id = :tenant_id and customer_id = :customer_id and ${isInProjects()}`,
});

/** Calls may find the customer meanwhile: only a deletion waits for those, and they for it. */
export const lockCustomer = statement({
  name: 'lock_customer',
  takes: { tenant_id: 'int8', customer_id: 'int8' },
  gives: customerColumns,
  sql: `select ${names} from customers where tenant_id = :tenant_id and customer_id = :customer_id for no key update`,
});

/** The customers with these external ids, locked in the given order. */
export const lockByExternalIds = statement({
  name: 'lock_customers_by_external_ids',
  takes: { tenant_id: 'int8', external_ids: 'text[]' },
  gives: customerColumns,
  sql: `
    select ${columnList(customerColumns, 'c')}
    from unnest(:external_ids::text[]) with ordinality as wanted (external_id, place)
    join customers c on c.tenant_id = :tenant_id and c.external_id = wanted.external_id
    order by place for no key update of c`,
});

export const findByExternalId = statement({
  name: 'find_customer_by_external_id',
  takes: { tenant_id: 'int8', external_id: 'text', project_ids: 'int8[]?' },
  gives: customerColumns,
  isQuick: true,
  sql: `
    select ${names} from customers
    where tenant_id = :tenant_id and external_id = :external_id and ${isInProjects()}`,
});

/** A trigger subtracts the customer from the counts. */
export const deleteCustomer = statement({
  name: 'delete_customer',
  takes: { tenant_id: 'int8', customer_id: 'int8' },
  gives: { deleted_at: 'timestamptz' },
  sql: `
    delete from customers where tenant_id = :tenant_id and customer_id = :customer_id
    returning now()::timestamptz(3) as deleted_at`,
});

export const updateCustomer = statement({
  name: 'update_customer',
  takes: { tenant_id: 'int8', customer_id: 'int8', ...written },
  gives: customerColumns,
  sql: `
    update customers set ${assignments(written)}, updated_at = greatest(clock_timestamp(), updated_at)
    where tenant_id = :tenant_id and customer_id = :customer_id
    returning ${names}`,
});

const rewritten = { customer_id: 'int8', ...fields, search_text: 'text?', search_grams: 'int4[]?' } as const;
const { external_id: _, ...replaced } = fields;

/**
 * Replaces the fields of customers that are locked. Search columns that are left out stay as they are. The ids are also passed as
 * an array, so that every plan looks the customers up one by one.
 */
export const updateCustomers = statement({
  name: 'update_customers',
  takes: { tenant_id: 'int8', customer_ids: 'int8[]', customers: 'json' },
  gives: { customer_id: 'int8', updated_at: 'timestamptz' },
  sql: `
    update customers c set ${Object.keys(replaced)
      .map((name) => `${name} = i.${name}`)
      .join(', ')},
      search_text = coalesce(i.search_text, c.search_text), search_grams = coalesce(i.search_grams, c.search_grams),
      updated_at = greatest(clock_timestamp(), c.updated_at)
    from json_to_recordset(:customers) as i (${recordType(rewritten)})
    where c.tenant_id = :tenant_id and c.customer_id = any(:customer_ids) and c.customer_id = i.customer_id
    returning c.customer_id, c.updated_at`,
});

export const findByExternalIds = statement({
  name: 'find_customers_by_external_ids',
  takes: { tenant_id: 'int8', external_ids: 'text[]' },
  gives: { customer_id: 'int8', external_id: 'text?', project_id: 'int8' },
  sql: `
    select customer_id, external_id, project_id from customers
    where tenant_id = :tenant_id and external_id = any(:external_ids) and external_id is not null`,
});

// Lists. A page is one row, with its customers as JSON text that goes to the client as it is: reading and writing each field in
// this process takes longer than PostgreSQL takes to write the text.

export const listed = {
  total: 'int8',
  /** A JSON array. */
  items: 'text',
  last_id: 'int8?',
  is_any_new: 'bool?',
  settled_up_to: 'int8?',
} as const;
export type ListedRow = Row<typeof listed>;

/**
 * While a customer is younger than this, one with a lower id may still be uncommitted. Transactions last milliseconds;
 * PostgreSQL cancels each statement, and each pause between two, after 10 seconds.
 */
const newFor = `interval '60 seconds'`;
const itemJson = `'{"customer_id":' || c.customer_id || ',"external_id":' || coalesce(to_json(c.external_id)::text, 'null')
          || ',"name":' || to_json(c.name) || ',"project_id":' || c.project_id || '}'`;

/**
 * The CTE `page`, of one row. The ids are passed to the table as an array: with a join, a plan made while the table was empty
 * would compare every id with every customer.
 */
export const pageOf = (ids: string, direction: 'asc' | 'desc') => `page as (
        select '[' || coalesce(string_agg(${itemJson}, ',' order by c.customer_id ${direction}), '') || ']' as items,
          max(c.customer_id) as last_id, bool_or(c.created_at > now() - ${newFor}) as is_any_new
        from customers c where c.tenant_id = :tenant_id and c.customer_id = any(array(${ids})))`;

/** A list in ascending or descending order, or ascending up to the bound from `settleCustomers`. */
export type Walk = 'asc' | 'desc' | 'settled';
export const walks: Walk[] = ['asc', 'desc', 'settled'];
export const directionOf = (walk: Walk) => (walk === 'desc' ? 'desc' : 'asc');
/** Statements without a bound do not take the parameter: PostgreSQL would plan each execution of them again. */
export const boundOf = (walk: Walk) =>
  (walk === 'settled' ? { committed_up_to: 'int8' } : {}) as { committed_up_to: 'int8' };

/** The stamps and numbers of customers of all blocks of a search. */
export const searchBlocks = (ofProject: boolean) => `
        select block, sum(stamp)::int8 as stamp, sum(n)::int8 as customers from (
          select block, stamp, n from customer_counts
          where tenant_id = :tenant_id and project_id = ${ofProject ? ':project_id' : '0'} and id_bits = ${searchBits}
          union all
          select block >> ${searchBits - smallBits}, stamp, n from customer_count_changes
          where tenant_id = :tenant_id ${ofProject ? 'and project_id = :project_id' : ''}) counted
        group by block`;

/** An ascending list reads first how far it is settled, so that little can commit between its snapshot and that. */
export const readFirst = (walk: Walk) => ({
  settled: walk === 'asc' ? `${settled},` : '',
  first: walk === 'asc' ? 'settled' : '(select null::int8 as settled_up_to) always',
});

/** The customers of a list: all, those of one project, or those of the projects that a supervisor may read. */
type Among = 'all' | 'project_id' | 'project_ids';

/**
 * All customers, or those of one or several projects, located through the counts: the number of rows in the blocks before a page is known,
 * so a page deep in a list of millions is found as fast as the first one. There are few rows beyond a bound, so those are
 * counted and subtracted.
 */
function countedList(walk: Walk, among: Among) {
  const direction = directionOf(walk);
  const project = among === 'all' ? '' : `and ${conditions[among].sql}`;
  const counts = `customer_counts c where c.tenant_id = :tenant_id and c.${among === 'all' ? 'project_id = 0' : conditions[among].sql}`;
  const isInLarge = (block: string) =>
    `${block} >= large.block << ${largeShift} and ${block} < (large.block + 1) << ${largeShift}`;
  /** The block in which the page begins, the customers before that block, and those of all blocks. */
  const placed = (blocks: string, before: string) => `
    select ${direction === 'asc' ? 'min' : 'max'}(block) filter (where up_to > :offset) as block,
      coalesce(max(up_to) filter (where up_to <= :offset), ${before}) as skipped, max(up_to) as total
    from (select block, ${before} + sum(n) over (order by block ${direction}) as up_to from (${blocks}) counted) placed`;
  const comparison = direction === 'asc' ? '>=' : '<=';
  const edge = direction === 'asc' ? `small.block << ${smallBits}` : `((small.block + 1) << ${smallBits}) - 1`;
  const upToBound = walk === 'settled' ? 'and customer_id <= :committed_up_to' : '';
  const beyond = `select count(*) from customers where tenant_id = :tenant_id ${project} and customer_id > :committed_up_to`;
  const { settled, first } = readFirst(walk);
  return statement({
    name: `list_customers_${walk}${{ all: '', project_id: '_of_project', project_ids: '_of_projects' }[among]}`,
    isForReplica: true,
    takes: {
      tenant_id: 'int8',
      offset: 'int8',
      limit: 'int8',
      ...boundOf(walk),
      ...((among === 'all' ? {} : conditions[among].takes) as typeof filterColumns),
    },
    gives: listed,
    isQuick: walk !== 'settled',
    sql: `
      with ${settled} changes as materialized (
        select block, sum(n)::int4 as n from customer_count_changes where tenant_id = :tenant_id ${project} group by block
      ), large as materialized (${placed(
        `select block, n from ${counts} and c.id_bits = ${largeBits}
        union all select block >> ${largeShift}, n from changes`,
        '0',
      )}
      ), small as (${placed(
        `select c.block, c.n from large, ${counts} and c.id_bits = ${smallBits} and ${isInLarge('c.block')}
        union all select changes.block, changes.n from large, changes where ${isInLarge('changes.block')}`,
        '(select skipped from large)',
      )}
      ), ids as (
        select found.customer_id from small, lateral (
          select customer_id from customers
          where tenant_id = :tenant_id ${project} and customer_id ${comparison} ${edge} ${upToBound}
          order by customer_id ${direction} offset :offset - small.skipped limit :limit) found
      ), ${pageOf('select customer_id from ids', direction)}
      select (coalesce((select total from large), 0) ${walk === 'settled' ? `- (${beyond})` : ''})::int8 as total,
        page.*, settled_up_to
      from ${first}, page`,
  });
}

export const conditions = {
  project_id: { takes: { project_id: 'int8' }, sql: 'project_id = :project_id' },
  project_ids: { takes: { project_ids: 'int8[]' }, sql: 'project_id = any(:project_ids)' },
  external_id: { takes: { external_id: 'text' }, sql: 'external_id = :external_id' },
  tel1: { takes: { tel1: 'text' }, sql: 'tel1 = :tel1' },
  updated_since: { takes: { updated_since: 'timestamptz' }, sql: 'updated_at >= :updated_since' },
  q: {
    takes: { q: 'text', grams: 'int4[]', long_text_grams: 'int4[]' },
    sql: '(search_grams @> :grams or search_grams @> :long_text_grams) and strpos(search_text, :q) > 0',
  },
} as const;
type Filter = keyof typeof conditions;
const filters = keysOf(conditions);

const filterColumns = {
  project_id: 'int8',
  project_ids: 'int8[]',
  external_id: 'text',
  tel1: 'text',
  updated_since: 'timestamptz',
  q: 'text',
  grams: 'int4[]',
  long_text_grams: 'int4[]',
} as const;
export type FilterValues = Row<typeof filterColumns>;

/** They keep the names of statements short. */
const initials: Record<Filter, string> = {
  ...{ project_id: 'p', project_ids: 'ps', external_id: 'e', tel1: 't', updated_since: 'u', q: 'q' },
};

function filteredList(walk: Walk, chosen: Filter[]) {
  const direction = directionOf(walk);
  const types: Columns = Object.assign({}, ...chosen.map((filter) => conditions[filter].takes));
  // Among the conditions, it might make the planner scan all ids instead of using the index of a filter.
  const upToBound = walk === 'settled' ? 'where customer_id <= :committed_up_to' : '';
  const { settled, first } = readFirst(walk);
  return statement({
    name: `list_customers_${walk}_by_${chosen.map((filter) => initials[filter]).join('')}`,
    isForReplica: true,
    takes: {
      tenant_id: 'int8',
      offset: 'int8',
      limit: 'int8',
      ...boundOf(walk),
      ...(types as typeof filterColumns),
    },
    gives: listed,
    sql: `
      with ${settled} matching as materialized (
        select customer_id from customers
        where tenant_id = :tenant_id and ${chosen.map((filter) => conditions[filter].sql).join(' and ')}
      ), ${pageOf(`select customer_id from matching ${upToBound} order by customer_id ${direction} offset :offset limit :limit`, direction)}
      select (select count(*) from matching ${upToBound}) as total, page.*, settled_up_to
      from ${first}, page`,
  });
}

const allSubsets: Filter[][] = [[]];
for (const filter of filters) allSubsets.push(...allSubsets.map((some) => [...some, filter]));
/** A list is of one project or of several: see `filterValues`. */
const subsets = allSubsets.filter((some) => !(some.includes('project_id') && some.includes('project_ids')));
const lists = new Map(
  walks.flatMap((walk) =>
    subsets.map((chosen) => {
      const others = chosen.filter((filter) => filter !== 'project_id' && filter !== 'project_ids');
      const [among = 'all'] = chosen as Among[];
      const made = others.length === 0 ? countedList(walk, among) : filteredList(walk, chosen);
      return [`${walk} ${chosen.join(' ')}`, made] as const;
    }),
  ),
);

/** The statement for exactly these filters, so that PostgreSQL plans each with the right index. */
export function customerList(walk: Walk, given: Partial<FilterValues>) {
  const found = lists.get(`${walk} ${filters.filter((filter) => given[filter] !== undefined).join(' ')}`);
  if (!found) throw new Error('Every set of filters has a statement.');
  return found as ReturnType<typeof filteredList>;
}

/**
 * Whether any customer was last changed before a time. Times within the last minute always count as true: a customer that is
 * being written has the time at which its transaction began.
 */
export const isAnyOlder = statement({
  name: 'is_any_customer_older',
  takes: { tenant_id: 'int8', updated_since: 'timestamptz' },
  gives: { is_any: 'bool' },
  // The oldest is one step in the index; "exists ... before" would be planned for a third of all customers.
  sql: `
    select :updated_since > now() - ${newFor} or coalesce(:updated_since > (
      select min(updated_at) from customers where tenant_id = :tenant_id), false) as is_any`,
});

/** The sum of the largest blocks and of the changes that are not folded yet. */
export const countOfProject = statement({
  name: 'count_customers_of_project',
  takes: { tenant_id: 'int8', project_id: 'int8' },
  gives: { n: 'int8' },
  sql: `
    select coalesce(sum(n), 0)::int8 as n from (
      select n from customer_counts
      where tenant_id = :tenant_id and project_id = :project_id and id_bits = ${largeBits}
      union all
      select n from customer_count_changes where tenant_id = :tenant_id and project_id = :project_id) counted`,
});

export const foldSomeCustomerCounts = statement({
  name: 'fold_customer_counts',
  takes: {},
  acrossTenants: 'Folding changes no sum of any tenant.',
  // In the order of the key, so that two nodes that fold at once do not wait for each other in a circle.
  sql: `
    with consumed as (
      delete from customer_count_changes where ctid = any(array(
        select ctid from customer_count_changes limit 10000 for update skip locked))
      returning tenant_id, project_id, block, n, stamp
    )
    insert into customer_counts as c (tenant_id, project_id, id_bits, block, n, stamp)
    select c.tenant_id, p.project_id, b.id_bits, c.block >> (b.id_bits - ${smallBits}), sum(c.n), sum(c.stamp)
    from consumed c, lateral (values (c.project_id), (0::int8)) p (project_id),
      (values (${smallBits}), (${searchBits}), (${largeBits})) b (id_bits)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, project_id, id_bits, block) do update set n = c.n + excluded.n, stamp = c.stamp + excluded.stamp`,
});
