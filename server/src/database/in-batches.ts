import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { isUnavailable, problem } from '../platform/problem.ts';
import { isBlocked } from './connect.ts';

// Work that is cheaper in batches. Items that arrive while a batch is in progress form the next one: a single item does not
// wait, and under load the batches grow by themselves, so that a busy node commits a few dozen times a second and not once for
// each item. If a batch fails, its items are tried one by one.

type Batched<T, R> = {
  /** Returns a result for each item, in the same order. The last try is that of an item alone, which may take its time. */
  perform: (items: T[], isLastTry: boolean) => Promise<R[]>;
  /** The most items of a batch. */
  most: number;
  /** Items of different kinds share no batch, and do not wait for each other. */
  kindOf?: (item: T) => string;
  /** The least time between the starts of two batches of a kind, so that under load they are fewer and larger. */
  restMs?: number;
  /** Whether items wait for an unreachable database, until `stop`, or fail with it. */
  whileOutOfReach: 'wait' | 'fail';
  /** The longest that an item waits for its batch if it fails with an unreachable database. */
  longestWaitMs?: number;
};

type Waiting<T, R> = {
  item: T;
  addedAt: number;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
};

const retryAfter = 250;
/** A client that waits for longer has probably given up, and may have sent its request again. */
const longestWait = 5_000;

export function inBatches<T, R>({
  perform,
  most,
  kindOf = () => '',
  restMs = 0,
  whileOutOfReach,
  longestWaitMs = longestWait,
}: Batched<T, R>) {
  const queues = new Map<string, Waiting<T, R>[]>();
  const working = new Set<Promise<void>>();
  let isStopping = false;

  async function work(kind: string, queue: Waiting<T, R>[]): Promise<void> {
    await turn(); // Items of the same turn of the event loop go into the same batch.
    while (queue.length > 0) {
      if (whileOutOfReach === 'fail') refuseLate(queue);
      const batch = queue.splice(0, most);
      if (batch.length === 0) break;
      const rested = restMs > 0 ? pause(restMs) : undefined;
      try {
        await settle(batch);
      } catch (error) {
        // An unreachable database fails the whole batch; if the node is stopping, also the items that follow.
        for (const { reject } of [...batch, ...(isStopping ? queue.splice(0) : [])]) reject(error);
      }
      await rested;
    }
    queues.delete(kind);
  }

  function refuseLate(queue: Waiting<T, R>[]): void {
    const now = performance.now();
    while (queue[0] && now - queue[0].addedAt > longestWaitMs) queue.shift()?.reject(problem('unavailable'));
  }

  /** Throws if the database is unreachable. */
  async function settle(batch: Waiting<T, R>[], isLastTry = false): Promise<void> {
    try {
      const results = await performInReach(
        batch.map(({ item }) => item),
        isLastTry,
      );
      for (const [i, result] of results.entries()) batch[i]?.resolve(result);
    } catch (error) {
      // The failure may be the fault of one item, such as a locked row. It must not fail or delay the others.
      const isHeldUp = whileOutOfReach === 'fail' && isBlocked(error);
      if (isUnavailable(error) && !isHeldUp) throw error;
      if (isLastTry || (batch.length === 1 && !isHeldUp)) for (const { reject } of batch) reject(error);
      else if (isHeldUp) for (const one of batch) track(settleAlone(one));
      else for (const one of batch) await settleAlone(one);
    }
  }

  const settleAlone = (one: Waiting<T, R>) => settle([one], true).catch(one.reject);

  /** Work that the queue does not wait for, but `stop` does. */
  function track(work: Promise<void>): void {
    const tracked = work.finally(() => working.delete(tracked));
    working.add(tracked);
  }

  async function performInReach(items: T[], isLastTry: boolean): Promise<R[]> {
    for (;;) {
      try {
        return await perform(items, isLastTry);
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
      const waiting = { item, addedAt: performance.now(), resolve, reject };
      const kind = kindOf(item);
      const queue = queues.get(kind);
      if (queue) queue.push(waiting);
      else {
        const first = [waiting];
        queues.set(kind, first);
        track(work(kind, first));
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
