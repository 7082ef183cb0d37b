import type { RateLimitState } from '../http/access/rate-limit.ts';
import type { Soon } from '../platform/concurrency/soon.ts';
import type { Block, Counted, CountMessage, CountReport } from './messages.ts';

// A worker's side of the rate limits, which the parent counts for all workers (`counts-of-machine.ts`). A message for every
// request would cost more than many a request. So a worker that serves a key often reserves a block of requests, and counts those
// by itself until the second is over. The rarely used keys of most clients are counted one by one.

/** Requests of a key in one second that a worker asks about one by one, before it reserves blocks. */
const mostSingly = 20;
const largestBlock = 100;
/** Blocks of an earlier second are reported this often. */
const reportEvery = 250;

type Usage = {
  counted: Counted;
  /** The second of the last request, and how many there were in it. */
  second: number;
  requests: number;
  block: (Block & { used: number; state: RateLimitState }) | undefined;
};

/** Reports must arrive in the order in which they are sent. */
export function countsOfWorker(send: (report: CountReport) => void, now: () => number = Date.now) {
  const usages = new Map<string, Usage>();
  const waiting = new Map<number, { usage: Usage; resolve: (state: RateLimitState) => void }>();
  let lastId = 0;
  setInterval(reportOld, reportEvery).unref();

  const keyOf = ({ policy, meter }: Counted) => `${policy} ${meter}`;

  function usageOf(counted: Counted, second: number): Usage {
    const usage = usages.get(keyOf(counted)) ?? { counted, second, requests: 0, block: undefined };
    usages.set(keyOf(counted), usage);
    usage.requests = usage.second === second ? usage.requests + 1 : 1;
    usage.second = second;
    return usage;
  }

  function countByParent(usage: Usage, cost: number): Promise<RateLimitState> {
    finish(usage);
    const id = ++lastId;
    const wanted = usage.requests > mostSingly ? Math.min(usage.requests, largestBlock) : 0;
    const { promise, resolve } = Promise.withResolvers<RateLimitState>();
    waiting.set(id, { usage, resolve });
    send({ kind: 'count', id, cost, wanted, ...usage.counted });
    return promise;
  }

  /** Ends the block of a key, if there is one, and reports how much of it was used. */
  function finish(usage: Usage): void {
    const { block } = usage;
    usage.block = undefined;
    if (block) send({ kind: 'used', block: block.id, used: block.used });
  }

  function reportOld(): void {
    const second = Math.floor(now() / 1_000);
    for (const [key, usage] of usages) {
      // A block may have arrived after its second.
      if (usage.block?.second !== second) finish(usage);
      if (usage.second === second) continue;
      usages.delete(key);
    }
  }

  return {
    count(counted: Counted, cost: number): Soon<RateLimitState> {
      const second = Math.floor(now() / 1_000);
      const usage = usageOf(counted, second);
      const { block } = usage;
      const isLeft = block?.second === second && block.used < block.size;
      if (!isLeft || cost !== 1) return countByParent(usage, cost);
      block.used += 1;
      return { ...block.state, remaining: block.state.remaining + block.size - block.used };
    },

    receive(message: CountMessage): void {
      if (message.kind === 'recall') {
        const usage = usages.get(keyOf(message.counted));
        if (usage?.block?.id === message.block) finish(usage);
        return;
      }
      const { id, state, block } = message;
      const asked = waiting.get(id);
      waiting.delete(id);
      if (!asked) return;
      const { usage, resolve } = asked;
      if (block) {
        finish(usage); // The parent grants a second block only if the first one has expired.
        usage.block = { ...block, used: 0, state };
        if (usages.get(keyOf(usage.counted)) !== usage) finish(usage); // The key was not used for a second.
      }
      resolve(state);
    },
  };
}
