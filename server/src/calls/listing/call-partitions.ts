import type { Database } from '../../database/connect.ts';
import { deleteInBatches } from '../../database/delete-in-batches.ts';
import { locks, tryLock } from '../../database/locks.ts';
import { as, statement } from '../../database/sql.ts';
import type { CallId } from '../../platform/ids.ts';
import { quarterSql } from '../state/quarters.ts';

// One partition of calls per month, created ahead of time and dropped whole when all of its calls are too old to be kept.

// The current month comes from the clock of the database, which dated the calls: a node with a wrong clock must not drop any.

/** Creates the partitions of this month and the next three. */
export async function makeCallPartitions(db: Database, now?: Date): Promise<void> {
  await makePartitions.run(db, { now: now ?? null });
}

const makePartitions = statement({
  name: 'make_call_partitions',
  takes: { now: 'timestamptz?' },
  acrossTenants: 'A month has the calls of all tenants.',
  sql: `
    with turn as materialized (
      -- Without the lock, one of two concurrent nodes fails to create the table that the other creates.
      select ${tryLock(locks.callPartitions)} as is_ours
    ), months as materialized (
      select (date_trunc('month', coalesce(:now, now()) at time zone 'UTC') + ahead * interval '1 month')::date as month
      from turn, generate_series(0, 3) as ahead where is_ours
    )
    select from months, make_call_partition(month)`,
});

/** Data about calls that other slices own and delete together with the calls. */
export type OfOldCalls = {
  /** Deletes the recordings of all calls with smaller ids. */
  dropRecordings(callId: CallId): Promise<void>;
  /** Each deletes at most `most` rows about calls before `month_end` and returns how many. */
  forget: ((before: { month_end: Date; most: number }) => Promise<number>)[];
};

/**
 * Deletes the calls of whole months that ended more than `retentionDays` ago, with all data about them. The partition is
 * dropped last, so that an interrupted run starts over the next time.
 */
export async function dropOldCalls(
  db: Database,
  { dropRecordings, forget }: OfOldCalls,
  retentionDays: number,
  now?: Date,
): Promise<void> {
  const firstKept = await firstKeptCall(db, retentionDays, now);
  if (firstKept === undefined) return;
  // Each node has its own recordings, also of months whose partition another node has dropped.
  await dropRecordings(firstKept);
  for (const { name, month_end } of await listOldPartitions.all(db, { days: retentionDays, now: now ?? null })) {
    for (const { run } of ownTables) await deleteInBatches(batch, (most) => run(db, { month_end, most }));
    for (const forgetSome of forget) await deleteInBatches(batch, (most) => forgetSome({ month_end, most }));
    // After the insights, from which another node may still be writing the words of a call.
    await deleteInBatches(batch, (most) => forgetTexts.run(db, { month_end, most }));
    await dropTable(db, name);
  }
}

/** The smallest id that a call may have which is not deleted after so many days; undefined if none is deleted. */
export async function firstKeptCall(db: Database, retentionDays: number, now?: Date): Promise<CallId | undefined> {
  if (retentionDays <= 0) return undefined;
  return (await findFirstKept.one(db, { days: retentionDays, now: now ?? null })).first_id;
}

const batch = 10_000;

const findFirstKept = statement({
  name: 'find_first_call_kept',
  takes: { days: 'int4', now: 'timestamptz?' },
  gives: { first_id: as<CallId>('uuid') },
  acrossTenants: 'The calls of all tenants are kept for the same time.',
  sql: `
    select uuid_at(greatest(to_timestamp(0),
      date_trunc('month', (coalesce(:now, now()) - make_interval(days => :days)) at time zone 'UTC') at time zone 'UTC'))
      as first_id`,
});

const listOldPartitions = statement({
  name: 'list_old_call_partitions',
  takes: { days: 'int4', now: 'timestamptz?' },
  gives: { name: 'text', month_end: 'timestamptz' },
  acrossTenants: 'A month has the calls of all tenants.',
  sql: `
    select name, month_end from (
      select relname::text as name,
        (to_date(right(relname::text, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' as month_end
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'calls'::regclass) partitions
    where month_end <= coalesce(:now, now()) - make_interval(days => :days) order by month_end`,
});

const isOld = {
  id: 'call_id < uuid_at(:month_end)',
  quarter: `quarter < ${quarterSql(':month_end::timestamptz')}`,
};

const ownTables = [
  forgetIn('call_external_ids', isOld.id),
  forgetIn('call_arrivals', isOld.id),
  forgetIn('open_calls', isOld.id),
  forgetIn('recording_pauses', isOld.id),
  forgetIn('call_count_changes', isOld.quarter),
  forgetIn('call_counts', isOld.quarter),
  forgetIn('call_labels', isOld.id),
  forgetIn('call_label_changes', isOld.quarter),
  forgetIn('call_label_counts', isOld.quarter),
  forgetIn('call_wait_changes', isOld.quarter),
  forgetIn('call_wait_counts', isOld.quarter),
  // After the changes: those that were not folded are added here when they are deleted.
  forgetIn('staff_call_counts', isOld.quarter),
];

const forgetTexts = forgetIn('call_texts', isOld.id);

/** These tables are roughly ordered by time, so old rows are found at their beginning. */
function forgetIn(table: string, condition: string) {
  return statement({
    name: `forget_old_${table}`,
    takes: { month_end: 'timestamptz', most: 'int8' },
    acrossTenants: 'The calls of all tenants are kept for the same time.',
    sql: `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit :most))`,
  });
}

/**
 * Dropping a partition waits for all readers and writers of calls, and blocks new ones meanwhile. If the lock is not free
 * within 200 ms, the others go first and the next run of the chore tries again. DDL takes no parameters, so this is not a named
 * statement; the table name comes from the catalog and is quoted anyway.
 */
async function dropTable(db: Database, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute({ name: '', text: `set local lock_timeout = '200ms'`, values: [] });
    await tx.execute({ name: '', text: `drop table if exists "${name.replaceAll('"', '""')}"`, values: [] });
  });
}
