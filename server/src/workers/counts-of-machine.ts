import type { RateLimiter, RateLimitState, rateLimits } from '../http/access/rate-limit.ts';
import type { Block, Counted, CountMessage, CountQuestion, CountReport } from './messages.ts';

// The parent's side of the rate limits: one count for all workers of the machine, so that they admit the limit exactly. A block
// that a worker has reserved counts as used until the worker reports how much it has used. A request is refused only after all
// blocks of its key were recalled: one worker must not refuse what another has reserved and does not need.
//
//   worker ──count──► parent: below the limit ──counted, with or without a block──► worker
//                       └──► at the limit, with blocks: waits ──recall──► workers ──used──► counted
//
// A block that is not reported in time counts as used, so no request waits for a worker that hangs.

type Parts = {
  workers: number;
  /** Messages to one worker must arrive in this order. */
  send: (worker: number, message: CountMessage) => void;
};

/** Smaller blocks are not worth it. Near its limit a key is counted one by one. */
const smallestBlock = 8;
/** A worker reports its blocks in the second after theirs. */
const expiresAfterSeconds = 2;

type Granted = Block & { worker: number; key: Key };
/** A key of which workers have reserved blocks. */
type Key = { counted: Counted; blocks: Set<Granted>; waiting: { worker: number; question: CountQuestion }[] };

export function countsOfMachine(
  limits: Omit<ReturnType<typeof rateLimits>, 'exchange'>,
  { workers, send }: Parts,
  now: () => number = Date.now,
) {
  const keys = new Map<string, Key>();
  const blocks = new Map<number, Granted>();
  let lastBlock = 0;
  const nameOf = ({ policy, meter }: Counted) => `${policy} ${meter}`;
  const thisSecond = () => Math.floor(now() / 1_000);

  function limitOf({ policy }: Counted): RateLimiter {
    const limit = policy === 'requests' ? limits.requests : limits.liveCalls;
    if (!limit) throw new TypeError(`A worker counts ${policy}, which have no limit.`);
    return limit;
  }

  function count(worker: number, question: CountQuestion): void {
    const { policy, tenantId, meter } = question;
    const key = keys.get(nameOf(question)) ?? {
      counted: { policy, tenantId, meter },
      blocks: new Set(),
      waiting: [],
    };
    if (answer(worker, question, key)) return;
    if (key.waiting.push({ worker, question }) > 1) return;
    for (const block of key.blocks) send(block.worker, { kind: 'recall', counted: key.counted, block: block.id });
  }

  /** Returns false if the request would be refused while a block may still have room for it. */
  function answer(worker: number, question: CountQuestion, key: Key): boolean {
    const reserved = [...key.blocks].reduce((sum, { size }) => sum + size, 0);
    const state = limitOf(question).consume(question, question.cost, reserved);
    if (state.retryAfterSeconds !== undefined && key.blocks.size > 0) return false;
    const block = reserve(worker, question, key, state);
    const remaining = state.remaining - (block?.size ?? 0);
    send(worker, { kind: 'counted', id: question.id, state: { ...state, remaining }, block });
    return true;
  }

  /** Reserves a part of what remains, such that all workers together can reserve at most a quarter of it. */
  function reserve(worker: number, { wanted }: CountQuestion, key: Key, { remaining }: RateLimitState) {
    const size = Math.min(wanted, Math.floor(remaining / (4 * workers)));
    const hasBlock = [...key.blocks].some((block) => block.worker === worker);
    if (size < smallestBlock || hasBlock || key.waiting.length > 0) return undefined;
    const block: Block = { id: ++lastBlock, size, second: thisSecond() };
    const granted = { ...block, worker, key };
    blocks.set(block.id, granted);
    key.blocks.add(granted);
    keys.set(nameOf(key.counted), key);
    return block;
  }

  /** A block is over. Requests that waited for it are answered. */
  function settle(block: Granted, used: number): void {
    const { key } = block;
    blocks.delete(block.id);
    key.blocks.delete(block);
    limitOf(key.counted).note(key.counted, block.second, used);
    for (let next = key.waiting[0]; next && answer(next.worker, next.question, key); next = key.waiting[0])
      key.waiting.shift();
    if (key.blocks.size === 0) keys.delete(nameOf(key.counted));
  }

  return {
    receive(worker: number, report: CountReport): void {
      if (report.kind === 'count') count(worker, report);
      else {
        const block = blocks.get(report.block);
        if (block) settle(block, report.used); // Otherwise it has expired.
      }
    },

    /** Counts blocks in full that are not reported in time: their worker hangs. */
    expire(): void {
      for (const block of blocks.values())
        if (block.second + expiresAfterSeconds <= thisSecond()) settle(block, block.size);
    },

    /** A dead worker cannot say how much it has used: all of its blocks, at most. */
    forget(worker: number): void {
      for (const key of keys.values()) key.waiting = key.waiting.filter((one) => one.worker !== worker);
      for (const block of blocks.values()) if (block.worker === worker) settle(block, block.size);
    },
  };
}
