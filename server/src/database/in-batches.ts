import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { isUnavailable } from '../platform/problem.ts';

// Work that is cheaper in batches. Items that arrive while a batch is in progress form the next one: a single item does not
// wait, and under load the batches grow by themselves, so that a busy node commits a few dozen times a second and not once for
// each item. If a batch fails, its items are tried one by one.

type Batched<T, R> = {
  /** Returns a result for each item, in the same order. */
  perform: (items: T[]) => Promise<R[]>;
  /** The most items of a batch. */
  most: number;
  /** Items of different kinds share no batch, and do not wait for each other. */
  kindOf?: (item: T) => string;
  /** Whether items wait for an unreachable database, until `stop`, or fail with it. */
  whileOutOfReach: 'wait' | 'fail';
};

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void };

const retryAfter = 250;

export function inBatches<T, R>({ perform, most, kindOf = () => '', whileOutOfReach }: Batched<T, R>) {
  const queues = new Map<string, Waiting<T, R>[]>();
  const working = new Set<Promise<void>>();
  let isStopping = false;

  async function work(kind: string, queue: Waiting<T, R>[]): Promise<void> {
    await turn(); // Items of the same turn of the event loop go into the same batch.
    while (queue.length > 0) {
      const batch = queue.splice(0, most);
      try {
        await settle(batch);
      } catch (error) {
        // An unreachable database fails the whole batch; if the node is stopping, also the items that follow.
        for (const { reject } of [...batch, ...(isStopping ? queue.splice(0) : [])]) reject(error);
      }
    }
    queues.delete(kind);
  }

  /** Throws if the database is unreachable. */
  async function settle(batch: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await performInReach(batch.map(({ item }) => item));
      for (const [i, result] of results.entries()) batch[i]?.resolve(result);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      // The failure may be the fault of one item, which must not delay the others.
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await settle([one]);
    }
  }

  async function performInReach(items: T[]): Promise<R[]> {
    for (;;) {
      try {
        return await perform(items);
      } catch (error) {
        if (whileOutOfReach === 'fail' || isStopping || !isUnavailable(error)) throw error;
        await pause(retryAfter);
      }
    }
  }

  return {
    /** Settles once the batch of the item is done: with the item's own result or failure. */
    add(item: T): Promise<R> {
      const { promise, resolve, reject } = Promise.withResolvers<R>();
      const waiting = { item, resolve, reject };
      const kind = kindOf(item);
      const queue = queues.get(kind);
      if (queue) queue.push(waiting);
      else {
        const first = [waiting];
        queues.set(kind, first);
        const batches = work(kind, first).finally(() => working.delete(batches));
        working.add(batches);
      }
      return promise;
    },

    /** Performs what was added so far, and no longer waits for an unreachable database. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all(working);
    },
  };
}
