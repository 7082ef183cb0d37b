import type { RateLimiter, RateLimitState, rateLimits } from '../http/access/rate-limit.ts';
import type { Soon } from '../platform/concurrency/soon.ts';
import type { Block, CountAnswer, Counted, CountQuestion, UsedBlock } from './messages.ts';

// The parent's side of the rate limits: one count for all workers of the machine, so that they admit the limit exactly. A block
// that a worker has reserved counts as used by it until the worker reports how much it has used. A request is refused only after
// all blocks of its key were recalled: one worker must not refuse what another has reserved and does not need.

/** Asks a worker for the block that it has reserved. Its answer arrives at `returned`, or its end at `forget`. */
export type Recall = (worker: number, counted: Counted) => void;

type Parts = { workers: number; recall: Recall };

/** Smaller blocks are not worth it. Near its limit a key is counted one by one. */
const smallestBlock = 8;

type Reserved = { counted: Counted; ofWorkers: Map<number, Block>; whenSettled: (() => void)[] };

export function countsOfMachine(limits: Omit<ReturnType<typeof rateLimits>, 'exchange'>, { workers, recall }: Parts) {
  const reserved = new Map<string, Reserved>();
  const keyOf = ({ policy, meter }: Counted) => `${policy} ${meter}`;

  function limitOf({ policy }: Counted): RateLimiter {
    const limit = policy === 'requests' ? limits.requests : limits.liveCalls;
    if (!limit) throw new TypeError(`A worker counts ${policy}, which have no limit.`);
    return limit;
  }

  function sizeOf(counted: Counted): number {
    let size = 0;
    for (const block of reserved.get(keyOf(counted))?.ofWorkers.values() ?? []) size += block.size;
    return size;
  }

  /** The block of a worker is over. */
  function settle(worker: number, counted: Counted, finished: UsedBlock | undefined): void {
    const ofKey = reserved.get(keyOf(counted));
    const block = ofKey?.ofWorkers.get(worker);
    if (!ofKey || !block) return;
    // A dead worker cannot say how much it has used: all of it, at most.
    limitOf(counted).note(counted, block.second, finished?.used ?? block.size);
    ofKey.ofWorkers.delete(worker);
    if (ofKey.ofWorkers.size > 0) return;
    reserved.delete(keyOf(counted));
    for (const resolve of ofKey.whenSettled) resolve();
  }

  /** Reserves a part of what remains, such that all workers together can reserve at most a quarter of it. */
  function reserve(worker: number, { wanted, ...counted }: CountQuestion, { remaining }: RateLimitState) {
    const size = Math.min(wanted, Math.floor(remaining / (4 * workers)));
    const { policy, tenantId, meter } = counted;
    const ofKey = reserved.get(keyOf(counted)) ?? {
      counted: { policy, tenantId, meter },
      ofWorkers: new Map(),
      whenSettled: [],
    };
    if (size < smallestBlock || ofKey.ofWorkers.has(worker)) return undefined;
    const block: Block = { size, second: Math.floor(Date.now() / 1_000) };
    ofKey.ofWorkers.set(worker, block);
    reserved.set(keyOf(counted), ofKey);
    return block;
  }

  async function recallAll(counted: Counted): Promise<void> {
    const ofKey = reserved.get(keyOf(counted));
    if (!ofKey) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (ofKey.whenSettled.push(resolve) === 1)
      for (const worker of ofKey.ofWorkers.keys()) recall(worker, ofKey.counted);
    await promise;
  }

  function count(worker: number, question: CountQuestion): Soon<CountAnswer> {
    const limit = limitOf(question);
    if (question.finished) settle(worker, question, question.finished);
    const state = limit.consume(question, question.cost, sizeOf(question));
    if (state.retryAfterSeconds !== undefined && reserved.has(keyOf(question)))
      return recallAll(question).then(() => count(worker, { ...question, wanted: 0, finished: undefined }));
    const block = question.wanted > 0 ? reserve(worker, question, state) : undefined;
    return { state: block ? { ...state, remaining: state.remaining - block.size } : state, block };
  }

  return {
    count,

    /** A worker has no block, if it reports none: the message that reported it was already on its way. */
    returned(worker: number, counted: Counted, finished: UsedBlock | undefined): void {
      if (finished) settle(worker, counted, finished);
    },

    /** The worker is dead. */
    forget(worker: number): void {
      for (const { counted } of [...reserved.values()]) settle(worker, counted, undefined);
    },
  };
}
