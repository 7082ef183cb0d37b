import {
  customerWriters,
  isFree,
  lock,
  lockShared,
  locks,
  thisTransaction,
  transactionNumber,
} from '../database/locks.ts';
import { statement } from '../database/sql.ts';

// Ids are taken from a sequence before their rows commit, so an older id may become visible after a newer one. A client that
// reads pages in ascending order must not miss it: a list needs to know below which id all writers have finished.
//
// A writer takes locks that end with its transaction, in this order, before it takes ids:
//
//   announced bits   the last id that any transaction had taken: the ids of this writer are above it
//   its own lock     named by tenant and transaction: it is a writer, and its bits are complete
//
// A list looks at the transactions that its snapshot does not contain and that have begun. For each one it finds out whether it
// is a writer of the tenant and above which id it writes. A reader holds a free lock for an instant only, and a killed writer
// leaves nothing behind.

const writers = customerWriters(':tenant_id');
const bits = 'generate_series(0, 39) as bit';
/** Set within a transaction that has announced its ids: it announces once, because the bits of two numbers would mix. */
const mark = `'trunkline.writes_customers'`;

/**
 * The CTE `writing`, which a statement that takes ids of customers reads first. `last_value` of the sequence as a table may show
 * a number that is too high while another transaction takes an id.
 */
export const writing = `
  taken as materialized (
    select coalesce(pg_sequence_last_value('customers_customer_id_seq'), 0) as last_id
  ), announced as materialized (
    select count(${lock(locks.announcedBit(thisTransaction, 'bit'))}::text) as n from taken, ${bits}
    where last_id >> bit & 1 = 1 and coalesce(current_setting(${mark}, true), '') = ''
  ), writing as materialized (
    select ${lock(writers, thisTransaction)}, set_config(${mark}, 'yes', true) from announced)`;

const numberOf = transactionNumber('xid');
/**
 * The transactions that may be open: those in the list of the snapshot, and those from its end to the newest one that has begun.
 * The list ends with the newest transaction that has ended, and a younger one may be a writer. `age` counts the latter, if this
 * session has no transaction id.
 */
const openTransactions = `(
  select pg_snapshot_xip(snapshot) as xid from seen
  union all
  select (first + i)::text::xid8 from (
    select pg_snapshot_xmax(snapshot)::text::int8 as first, age(pg_snapshot_xmax(snapshot)::xid) as begun from seen offset 0) late,
    generate_series(0, begun - 1) as i) begun`;
const seen = 'seen as materialized (select pg_current_snapshot() as snapshot)';
/** As a subquery, so that each transaction is looked at once. */
const openWriters = `(select xid, not (${isFree(writers, numberOf)}) as is_writer from ${openTransactions} offset 0) open`;

/**
 * The CTE `settled`, of one row: no customer of the tenant with an id up to `settled_up_to` will appear any more, if a customer
 * with a higher id is visible. It is null if a transaction has committed since the snapshot: its locks are gone, so nothing is
 * known about it. It is 0 on a standby, which has no locks of writers.
 */
export const settled = `
  ${seen}, settled as materialized (
    select case when pg_is_in_recovery() then 0 when bool_or(pg_xact_status(xid) = 'committed') then null
      else coalesce(min(announced), ${Number.MAX_SAFE_INTEGER}) end::int8 as settled_up_to
    from (
      select xid, case when is_writer then coalesce((
        select sum(1::int8 << bit) from ${bits} where not (${isFree(locks.announcedBit(numberOf, 'bit'))})), 0) end as announced
      from ${openWriters} offset 0) writers)`;

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
    with ${seen}, waited as materialized (
      -- lock_timeout counts for each lock alone, so each wait is given what the others have left.
      select case when set_config('lock_timeout', least(${patience}, ${patienceLeft}) || 'ms', true) <> ''
        then ${lockShared(writers, numberOf)} end from ${openWriters} where is_writer
    )
    select coalesce((select max(customer_id) from customers where tenant_id = :tenant_id), 0) as committed_up_to,
      (select count(*) from waited) as waited_for`,
});
