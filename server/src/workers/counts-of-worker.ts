import type { RateLimitState } from '../http/access/rate-limit.ts';
import type { Soon } from '../platform/concurrency/soon.ts';
import type { Block, CountAnswer, Counted, CountQuestion, UsedBlock } from './messages.ts';

// A worker's side of the rate limits, which the parent counts for all workers (`counts-of-machine.ts`). A message for every
// request would cost more than many a request. So a worker that serves a key often reserves a block of requests, and counts those
// by itself until the second is over. The rarely used keys of most clients are counted one by one.

/** Requests of a key in one second that a worker asks about one by one, before it reserves blocks. */
const mostSingly = 20;
const largestBlock = 100;
/** Blocks of an earlier second are returned this often. */
const returnEvery = 250;

type Parts = {
  /** Calls back while the answer is received: a recall that follows it must find the blocks that it contains. */
  ask: (asked: CountQuestion[], receive: (answers: CountAnswer[]) => void) => void;
  giveBack: (counted: Counted, finished: UsedBlock | undefined) => void;
};

type Usage = {
  counted: Counted;
  /** The second of the last request, and how many there were in it. */
  second: number;
  requests: number;
  block: (Block & { used: number; state: RateLimitState }) | undefined;
};

export function countsOfWorker({ ask, giveBack }: Parts, now: () => number = Date.now) {
  const usages = new Map<string, Usage>();
  const askTogether = together(ask);
  setInterval(returnOld, returnEvery).unref();

  const keyOf = ({ policy, meter }: Counted) => `${policy} ${meter}`;

  function usageOf(counted: Counted, second: number): Usage {
    const usage = usages.get(keyOf(counted)) ?? { counted, second, requests: 0, block: undefined };
    usages.set(keyOf(counted), usage);
    usage.requests = usage.second === second ? usage.requests + 1 : 1;
    usage.second = second;
    return usage;
  }

  function countByParent(usage: Usage, cost: number): Promise<RateLimitState> {
    const wanted = usage.requests > mostSingly ? Math.min(usage.requests, largestBlock) : 0;
    const { promise, resolve } = Promise.withResolvers<RateLimitState>();
    askTogether({ ...usage.counted, cost, wanted, finished: finish(usage) }, ({ state, block }) => {
      if (block && usages.get(keyOf(usage.counted)) === usage) usage.block = { ...block, used: 0, state };
      else if (block) giveBack(usage.counted, { used: 0 });
      resolve(state);
    });
    return promise;
  }

  /** Ends the block of a key, and says how much of it was used. */
  function finish(usage: Usage): UsedBlock | undefined {
    const { block } = usage;
    usage.block = undefined;
    return block && { used: block.used };
  }

  function returnOld(): void {
    const second = Math.floor(now() / 1_000);
    for (const [key, usage] of usages) {
      if (usage.second === second) continue;
      if (usage.block) giveBack(usage.counted, finish(usage));
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

    /** Another worker needs what this one has reserved. */
    recall(counted: Counted): void {
      const usage = usages.get(keyOf(counted));
      giveBack(counted, usage && finish(usage));
    },
  };
}

/** Questions of one turn of the event loop share a message. */
function together(ask: Parts['ask']) {
  let gathered: { question: CountQuestion; receive: (answer: CountAnswer) => void }[] = [];

  function askAll(): void {
    const asked = gathered;
    gathered = [];
    ask(
      asked.map(({ question }) => question),
      (answers) => {
        for (const [place, { receive }] of asked.entries()) receive(answers[place] as CountAnswer);
      },
    );
  }

  return (question: CountQuestion, receive: (answer: CountAnswer) => void): void => {
    if (gathered.push({ question, receive }) === 1) setImmediate(askAll);
  };
}
