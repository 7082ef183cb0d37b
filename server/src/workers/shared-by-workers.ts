import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { exchangeEvery, rateLimits } from '../http/access/rate-limit.ts';
import { streamPlaces } from '../http/access/stream-places.ts';
import { startChores } from '../jobs/chores.ts';
import type { Meter } from '../platform/caller.ts';
import type { Logger } from '../platform/log.ts';
import { countsOfMachine, type Recall } from './counts-of-machine.ts';
import type { Counted, Question, Questions, UsedBlock } from './messages.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

// What the workers of one machine must agree on at any moment, so the parent keeps it: the counts of rate limits, and the open
// event streams of each key. Together the workers are one node: other nodes see the counts through the database.

type Parts = { db: Database; log: Logger; metrics: WorkerMetrics; workers: number; recall: Recall };

export function sharedByWorkers(config: Config, { db, log, metrics, workers, recall }: Parts) {
  const limits = rateLimits(config);
  const exchange = () => limits.exchange(db);
  const stopChores = startChores([{ name: 'exchange rate usage', everyMs: exchangeEvery, run: exchange }], log);
  const counts = countsOfMachine(limits, { workers, recall });
  const enter = streamPlaces();
  /** By worker: the places that its open streams take. */
  const places = new Map<number, { meter: Meter; leave: () => void }[]>();

  function enterStream(worker: number, meter: Meter): boolean {
    const leave = enter(meter);
    if (!leave) return false;
    places.set(worker, [...(places.get(worker) ?? []), { meter, leave }]);
    return true;
  }

  return {
    async answer(worker: number, question: Question): Promise<Questions[keyof Questions]['answer']> {
      if (question.kind === 'count') return Promise.all(question.asked.map((one) => counts.count(worker, one)));
      if (question.kind === 'enterStream') return enterStream(worker, question.asked);
      return metrics.read().catch((error) => {
        log('worker.metrics_failed', { err: error });
        return '';
      });
    },

    returned: (worker: number, counted: Counted, finished: UsedBlock | undefined) =>
      counts.returned(worker, counted, finished),

    leaveStream(worker: number, meter: Meter): void {
      const open = places.get(worker) ?? [];
      const place = open.find((one) => one.meter === meter);
      place?.leave();
      places.set(
        worker,
        open.filter((one) => one !== place),
      );
    },

    /** The streams of a dead worker have ended. */
    forget(worker: number): void {
      counts.forget(worker);
      for (const { leave } of places.get(worker) ?? []) leave();
      places.delete(worker);
    },

    async stop(): Promise<void> {
      await stopChores();
      await exchange();
    },
  };
}
