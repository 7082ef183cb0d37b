import { semaphore } from '../platform/concurrency/semaphore.ts';
import { type Database, isBlocked, type TransactionLimits } from './connect.ts';

// If tenants are distributed over several servers, transactions of many tenants run at the same time. They use a few connections
// together. A server that is slow must not hold all of them: a transaction gets little time at first, and one that needs more
// is tried again on at most half of the connections.

/** Each user of turns has so many connections of the pool. */
const atOnce = 4;
/** A statement of a group that is not known to be slow is canceled after this time. In milliseconds. */
const quickMs = 500;
/** Beyond this many groups all are forgotten, and noted again when they are slow. */
const mostSlow = 20_000;

/**
 * Returns a function that runs the work of a group (see `transaction-groups.ts`) when it is its turn, and passes it the limits of
 * its transaction. Work that is canceled runs once more, as that of a slow group.
 */
export function transactionTurns({ isSharded }: Pick<Database, 'isSharded'>) {
  const anyTurn = semaphore({ atOnce, waiting: Number.POSITIVE_INFINITY });
  const slowTurn = semaphore({ atOnce: atOnce / 2, waiting: Number.POSITIVE_INFINITY });
  /** Groups whose last transaction was slow. */
  const slow = new Set<string>();

  async function timed<T>(group: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      slow.delete(group);
      if (slow.size >= mostSlow) slow.clear();
      if (performance.now() - begun >= quickMs) slow.add(group);
    }
  }

  return <T>(group: string, work: (limits: TransactionLimits) => Promise<T>): Promise<T> => {
    // All tenants are one group, which has a transaction at a time.
    if (!isSharded) return work({});
    const perform = (limits: TransactionLimits) => anyTurn(() => timed(group, () => work(limits)));
    const performSlowly = () => slowTurn(() => perform({}));
    if (slow.has(group)) return performSlowly();
    return perform({ statementTimeout: quickMs }).catch((error) => {
      if (!isBlocked(error)) throw error;
      return performSlowly();
    });
  };
}
