import { setTimeout } from 'node:timers/promises';
import { codeOf } from '../platform/error-code.ts';
import type { Log } from '../platform/log.ts';
import type { Database, ReplicaReads, Tx } from './connect.ts';
import { type PreparedQuery, type QueryResult, statement } from './sql.ts';

// Statements that read much run on a replica, if there is one, and never see less than they would see on the primary: a
// statement first asks the primary how far its log has been flushed, then waits for a moment until the replica has replayed it
// up to there. Everything that was acknowledged before the statement began is then visible to it, whichever node wrote it.
//
//   primary   how far is the log flushed? ──┐
//   replica                                 └──► replayed up to there? ──► the statement
//                                                   └─ not within the patience, or not reachable ──► primary
//
// The question and the statement share one connection to the replica: behind one address there may be several of them.

/** How long a statement waits for the replica; a replica that streams is usually behind by a millisecond or two. */
const patience = 100;
const pollEvery = 2;
/** After a failure all statements run on the primary for so long. */
const restFor = 1_000;

/** A database that reads from `replica` where it can; both are closed together. */
export function withReplica(primary: Database, replica: Database, log: Log): Database {
  const reads: ReplicaReads = { replica: 0, primary: 0 };
  let restUntil = 0;
  let isLeft = false;

  const leave = (reason: 'behind' | 'failed', err?: unknown) => {
    restUntil = performance.now() + restFor;
    if (!isLeft) log('replica.left', { reason, ...(err !== undefined && { err }) });
    isLeft = true;
  };

  /** Undefined if the replica cannot run it now. */
  async function runOnReplica(query: PreparedQuery): Promise<QueryResult | undefined> {
    if (performance.now() < restUntil) return undefined;
    // A full pool means that the replica has more to read than it can.
    if (replica.stats().waiting > 0) return undefined;
    const { flushed, timeline } = await findFlushed.one(primary, {});
    if (flushed === null || timeline === null) return undefined;
    try {
      const result = await replica.transaction(async (tx) =>
        (await hasReplayed(tx, flushed, timeline)) ? tx.execute(query) : undefined,
      );
      if (!result) leave('behind');
      else if (isLeft) log('replica.used');
      if (result) isLeft = false;
      return result;
    } catch (error) {
      leave('failed', error);
      // It took too long, and would on the primary.
      if (codeOf((error as Error).cause) === '57014') throw error;
      return undefined;
    }
  }

  return {
    ...primary,
    async execute(query) {
      if (!query.isForReplica) return primary.execute(query);
      const result = await runOnReplica(query);
      reads[result ? 'replica' : 'primary'] += 1;
      return result ?? primary.execute(query);
    },
    stats: () => ({ ...primary.stats(), replicaReads: reads }),
    close: async () => void (await Promise.all([primary.close(), replica.close()])),
  };
}

async function hasReplayed(tx: Tx, flushed: number, timeline: number): Promise<boolean> {
  const giveUpAt = performance.now() + patience;
  while (true) {
    const { replayed } = await findReplayed.one(tx, { timeline });
    if (replayed === null) return false;
    if (replayed >= flushed) return true;
    if (performance.now() > giveUpAt) return false;
    await setTimeout(pollEvery);
  }
}

const acrossTenants = 'It reads no table.';

/** Null on a server that is a standby itself: there is nothing to compare with. */
const findFlushed = statement({
  name: 'find_flushed_log',
  takes: {},
  gives: { flushed: 'int8?', timeline: 'int4?' },
  acrossTenants,
  isQuick: true,
  sql: `
    select (lsn - '0/0'::pg_lsn)::int8 as flushed, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int4 as timeline
    from (select case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end as lsn) l`,
});

/**
 * Null on a server that follows no primary, or another one: one that was promoted, or one that was ahead of the standby that was
 * promoted. Positions mean something else in the log of another timeline. The timeline of the last checkpoint may be behind, for
 * some minutes after a failover; then the primary answers.
 */
const findReplayed = statement({
  name: 'find_replayed_log',
  takes: { timeline: 'int4' },
  gives: { replayed: 'int8?' },
  acrossTenants,
  sql: `
    select case when pg_is_in_recovery() and exists (select from pg_stat_wal_receiver)
        and (select timeline_id from pg_control_checkpoint()) = :timeline
      then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::int8 end as replayed`,
});
