import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { exchangeEvery, type RateLimitState, rateLimits } from '../http/access/rate-limit.ts';
import { streamPlaces } from '../http/access/stream-places.ts';
import { startChores } from '../jobs/chores.ts';
import type { Meter } from '../platform/caller.ts';
import type { Logger } from '../platform/log.ts';
import type { Counted, Question, Questions } from './messages.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

// What the workers of one machine must agree on at any moment, so the parent keeps it: the counts of rate limits, and the open
// event streams of each key. Together the workers are one node: other nodes see the counts through the database.

export type SharedByWorkers = ReturnType<typeof sharedByWorkers>;

export function sharedByWorkers(config: Config, db: Database, log: Logger, metrics: WorkerMetrics) {
  const limits = rateLimits(config);
  const exchange = () => limits.exchange(db);
  const stopChores = startChores([{ name: 'exchange rate usage', everyMs: exchangeEvery, run: exchange }], log);
  const enter = streamPlaces();
  /** By worker: the places that its open streams take. */
  const places = new Map<number, { meter: Meter; leave: () => void }[]>();

  function count([policy, tenantId, meter, cost]: Counted): RateLimitState {
    const limit = policy === 'requests' ? limits.requests : limits.liveCalls;
    if (!limit) throw new TypeError(`A worker counts ${policy}, which have no limit.`);
    return limit.consume({ tenantId, meter }, cost);
  }

  function enterStream(worker: number, meter: Meter): boolean {
    const leave = enter(meter);
    if (!leave) return false;
    places.set(worker, [...(places.get(worker) ?? []), { meter, leave }]);
    return true;
  }

  return {
    async answer(worker: number, question: Question): Promise<Questions[keyof Questions]['answer']> {
      if (question.kind === 'count') return question.asked.map(count);
      if (question.kind === 'enterStream') return enterStream(worker, question.asked);
      return metrics.read();
    },

    leaveStream(worker: number, meter: Meter): void {
      const open = places.get(worker) ?? [];
      const [left] = open.splice(open.findIndex((place) => place.meter === meter) >>> 0, 1);
      left?.leave();
    },

    /** The streams of a dead worker have ended. */
    forget(worker: number): void {
      for (const { leave } of places.get(worker) ?? []) leave();
      places.delete(worker);
    },

    async stop(): Promise<void> {
      await stopChores();
      await exchange();
    },
  };
}
