import { customerWriters, lock, lockShared, thisTransaction } from '../database/locks.ts';
import { as, assignments, type Columns, columnList, type Row, recordType, statement } from '../database/sql.ts';
import type { CustomerId } from '../platform/ids.ts';
import { keysOf } from '../platform/keys-of.ts';

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

const columns = {
  customer_id: 'int8',
  project_id: 'int8',
  ...fields,
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;
const names = columnList(columns);
/** A customer as the API shows it. */
export type CustomerRow = Row<typeof columns>;

/** The fields, with their search columns. */
const written = { ...fields, search_text: 'text', search_grams: 'int4[]' } as const;
const writtenNames = columnList(written);
const record = { position: 'int4', customer_id: 'int8', project_id: 'int8', ...written } as const;

/** Ids of one block share a row of `customer_counts`. These rows are stored: another size requires counting them again. */
const blockBits = 12;

// Each writer holds its own lock, identified by its tenant and its transaction, from before it takes ids until it commits.
// Readers can wait for the current writers, and no writer ever waits for a reader: see `list-customers.ts`.
const writers = customerWriters(':tenant_id');
const writing = lock(writers, thisTransaction);

/** Ids for customers that are about to be inserted, ascending. */
export const takeIds = statement({
  name: 'take_customer_ids',
  takes: { tenant_id: 'int8', count: 'int4' },
  gives: { customer_ids: 'int8[]' },
  acrossTenants: "It reads no table, the lock is the tenant's own, and ids are unique over all tenants.",
  sql: `
    with writing as materialized (select ${writing})
    select array(select nextval('customers_customer_id_seq') from writing, generate_series(1, :count)) as customer_ids`,
});

/**
 * Inserts the rows that can be inserted, in the order of `position`: the others name a project that does not exist or an
 * external_id that is taken. The caller knows the fields already, so only ids are returned. A customer without an id gets one.
 */
export const insertCustomers = statement({
  name: 'insert_customers',
  takes: { tenant_id: 'int8', customers: 'json' },
  gives: { created_ids: as<CustomerId>('int8[]'), created_at: 'timestamptz' },
  sql: `
    with writing as materialized (select ${writing}),
    created as (
      insert into customers (tenant_id, customer_id, project_id, ${writtenNames})
      select :tenant_id, coalesce(customer_id, nextval('customers_customer_id_seq')), i.project_id, ${writtenNames}
      from writing, (
        select i.* from json_to_recordset(:customers) as i (${recordType(record)})
        join projects p on p.tenant_id = :tenant_id and p.project_id = i.project_id and p.is_active
        order by position) i
      on conflict (tenant_id, external_id) where external_id is not null do nothing
      returning customer_id, project_id
    ), counted as (
      insert into customer_counts (tenant_id, project_id, block, n)
      select :tenant_id, project_id, customer_id >> ${blockBits}, count(*) from created group by 2, 3
    )
    select array(select customer_id from created) as created_ids, now()::timestamptz(3) as created_at`,
});

export const findCustomer = statement({
  name: 'find_customer',
  takes: { tenant_id: 'int8', customer_id: 'int8' },
  gives: columns,
  isQuick: true,
  sql: `select ${names} from customers where tenant_id = :tenant_id and customer_id = :customer_id`,
});

export const lockCustomer = statement({
  name: 'lock_customer',
  takes: { tenant_id: 'int8', customer_id: 'int8' },
  gives: columns,
  sql: `select ${names} from customers where tenant_id = :tenant_id and customer_id = :customer_id for update`,
});

export const updateCustomer = statement({
  name: 'update_customer',
  takes: { tenant_id: 'int8', customer_id: 'int8', ...written },
  gives: columns,
  sql: `
    update customers set ${assignments(written)}, updated_at = greatest(clock_timestamp(), updated_at)
    where tenant_id = :tenant_id and customer_id = :customer_id
    returning ${names}`,
});

export const findByExternalIds = statement({
  name: 'find_customers_by_external_ids',
  takes: { tenant_id: 'int8', external_ids: 'text[]' },
  gives: { customer_id: 'int8', external_id: 'text?' },
  sql: `
    select customer_id, external_id from customers
    where tenant_id = :tenant_id and external_id = any(:external_ids) and external_id is not null`,
});

// Lists. The total comes with every row, and with a row of nulls if the page is empty. The ids of a page are passed to the
// table as an array: with a join, a plan made while the table was empty would compare every id with every customer.

const item = {
  total: 'int8',
  customer_id: 'int8?',
  external_id: 'text?',
  name: 'text?',
  project_id: 'int8?',
  is_new: 'bool?',
} as const;
export type CustomerListRow = Row<typeof item>;

/**
 * While a customer is younger than this, one with a lower id may still be uncommitted. Transactions last milliseconds;
 * PostgreSQL cancels each statement, and each pause between two, after 10 seconds.
 */
const newFor = `interval '60 seconds'`;
const itemNames = `c.customer_id, c.external_id, c.name, c.project_id, c.created_at > now() - ${newFor} as is_new`;

/** A list in ascending or descending order, or ascending up to the bound from `settleCustomers`. */
export type Walk = 'asc' | 'desc' | 'settled';
const walks: Walk[] = ['asc', 'desc', 'settled'];
const directionOf = (walk: Walk) => (walk === 'desc' ? 'desc' : 'asc');
/** Statements without a bound do not take the parameter: PostgreSQL would plan each execution of them again. */
const boundOf = (walk: Walk) => (walk === 'settled' ? { committed_up_to: 'int8' } : {}) as { committed_up_to: 'int8' };

/**
 * All customers, or those of one project, located through the counts: the number of rows in the blocks before a page is known,
 * so a page deep in a list of millions is found as fast as the first one. There are few rows beyond a bound, so those are
 * counted and subtracted.
 */
function countedList(walk: Walk, ofProject: boolean) {
  const direction = directionOf(walk);
  const project = ofProject ? 'and project_id = :project_id' : '';
  const comparison = direction === 'asc' ? '>=' : '<=';
  const blockEdge = direction === 'asc' ? `start.block << ${blockBits}` : `((start.block + 1) << ${blockBits}) - 1`;
  const upToBound = walk === 'settled' ? 'and customer_id <= :committed_up_to' : '';
  const beyond = `select count(*) from customers where tenant_id = :tenant_id ${project} and customer_id > :committed_up_to`;
  return statement({
    name: `list_customers_${walk}${ofProject ? '_of_project' : ''}`,
    takes: {
      tenant_id: 'int8',
      offset: 'int8',
      limit: 'int8',
      ...boundOf(walk),
      ...((ofProject ? { project_id: 'int8' } : {}) as { project_id: 'int8' }),
    },
    gives: item,
    sql: `
      with blocks as (
        select block, sum(n)::int8 as n from customer_counts where tenant_id = :tenant_id ${project} group by block
      ), start as (
        select block, skipped from (
          select block, n, (sum(n) over (order by block ${direction}) - n)::int8 as skipped from blocks) b
        where skipped + n > :offset order by block ${direction} limit 1
      ), ids as (
        select found.customer_id from start, lateral (
          select customer_id from customers
          where tenant_id = :tenant_id ${project} and customer_id ${comparison} ${blockEdge} ${upToBound}
          order by customer_id ${direction} offset :offset - start.skipped limit :limit) found
      ), page as (
        select ${itemNames} from customers c
        where c.tenant_id = :tenant_id and c.customer_id = any(array(select customer_id from ids))
      )
      select (coalesce((select sum(n) from blocks), 0) ${walk === 'settled' ? `- (${beyond})` : ''})::int8 as total, page.*
      from (select) always left join page on true order by page.customer_id ${direction}`,
  });
}

const conditions = {
  project_id: { takes: { project_id: 'int8' }, sql: 'project_id = :project_id' },
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
  external_id: 'text',
  tel1: 'text',
  updated_since: 'timestamptz',
  q: 'text',
  grams: 'int4[]',
  long_text_grams: 'int4[]',
} as const;
export type FilterValues = Row<typeof filterColumns>;

function filteredList(walk: Walk, chosen: Filter[]) {
  const direction = directionOf(walk);
  const types: Columns = Object.assign({}, ...chosen.map((filter) => conditions[filter].takes));
  // Among the conditions, it might make the planner scan all ids instead of using the index of a filter.
  const upToBound = walk === 'settled' ? 'where customer_id <= :committed_up_to' : '';
  return statement({
    name: `list_customers_${walk}_by_${chosen.map((filter) => filter[0]).join('')}`,
    takes: {
      tenant_id: 'int8',
      offset: 'int8',
      limit: 'int8',
      ...boundOf(walk),
      ...(types as typeof filterColumns),
    },
    gives: item,
    sql: `
      with matching as materialized (
        select customer_id from customers
        where tenant_id = :tenant_id and ${chosen.map((filter) => conditions[filter].sql).join(' and ')}
      ), page as (
        select ${itemNames} from customers c
        where c.tenant_id = :tenant_id and c.customer_id = any(array(
          select customer_id from matching ${upToBound} order by customer_id ${direction} offset :offset limit :limit))
      )
      select (select count(*) from matching ${upToBound}) as total, page.*
      from (select) always left join page on true order by page.customer_id ${direction}`,
  });
}

const subsets: Filter[][] = [[]];
for (const filter of filters) subsets.push(...subsets.map((some) => [...some, filter]));
const lists = new Map(
  walks.flatMap((walk) =>
    subsets.map((chosen) => {
      const isCounted = chosen.every((filter) => filter === 'project_id');
      const made = isCounted ? countedList(walk, chosen.length > 0) : filteredList(walk, chosen);
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

/** How long a list waits for all writers together, in milliseconds; a list of calls waits as long. */
const patience = 2_000;
const patienceLeft = `greatest(1, ${patience} - extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::int4`;

/**
 * Waits for all current writers of customers of the tenant, and returns the highest id from before: every id up to that one is
 * settled now. Writers that begin meanwhile are not waited for, and do not wait. If a writer takes longer than the patience of
 * a reader, the reader fails with 55P03 (lock_not_available).
 */
export const settleCustomers = statement({
  name: 'settle_customers',
  takes: { tenant_id: 'int8' },
  gives: { committed_up_to: 'int8', waited_for: 'int8' },
  sql: `
    with writing as materialized (
      select objid::int4 as writer from pg_locks
      where locktype = 'advisory' and classid::int4 = ${writers} and objsubid = 2 and mode = 'ExclusiveLock'
    ), waited as materialized (
      -- lock_timeout counts for each lock alone, so each wait is given what the others have left.
      select case when set_config('lock_timeout', least(${patience}, ${patienceLeft}) || 'ms', true) <> ''
        then ${lockShared(writers, 'writer')} end from writing
    )
    select coalesce((select max(customer_id) from customers where tenant_id = :tenant_id), 0) as committed_up_to,
      (select count(*) from waited) as waited_for`,
});

export const foldSomeCustomerCounts = statement({
  name: 'fold_customer_counts',
  takes: {},
  acrossTenants: 'Folding changes no sum of any tenant.',
  sql: `
    with unfolded as (
      select distinct tenant_id, project_id, block from (
        select tenant_id, project_id, block from customer_counts where not is_folded limit 10000) deltas
    ), consumed as (
      delete from customer_counts c using unfolded u
      where (c.tenant_id, c.project_id, c.block) = (u.tenant_id, u.project_id, u.block)
      returning c.tenant_id, c.project_id, c.block, c.n
    )
    insert into customer_counts (tenant_id, project_id, block, n, is_folded)
    select tenant_id, project_id, block, sum(n), true from consumed group by 1, 2, 3`,
});
