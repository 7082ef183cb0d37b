import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { exchangeEvery, rateLimits } from '../http/access/rate-limit.ts';
import { streamPlaces } from '../http/access/stream-places.ts';
import { startChores } from '../jobs/chores.ts';
import type { Meter } from '../platform/caller.ts';
import type { Logger } from '../platform/log.ts';
import { batchPerTurn } from './batch-per-turn.ts';
import { countsOfMachine } from './counts-of-machine.ts';
import type { CountMessage, CountReport, Question, Questions } from './messages.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

// What the workers of one machine must agree on at any moment, so the parent keeps it: the counts of rate limits, and the open
// event streams of each key. To other nodes, the workers are one node: they see its counts through the database.

type Parts = {
  db: Database;
  log: Logger;
  metrics: WorkerMetrics;
  workers: number;
  sendCounts: (worker: number, messages: CountMessage[]) => void;
};

const expireEvery = 250;

export function sharedByWorkers(config: Config, { db, log, metrics, workers, sendCounts }: Parts) {
  const limits = rateLimits(config);
  const exchange = () => limits.exchange(db);
  /** By worker. */
  const batches = new Map<number, (message: CountMessage) => void>();
  const counts = countsOfMachine(limits, { workers, send: (worker, message) => batches.get(worker)?.(message) });
  const expiring = setInterval(counts.expire, expireEvery);
  const stopChores = startChores([{ name: 'exchange rate usage', everyMs: exchangeEvery, run: exchange }], log);
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
    add(worker: number): void {
      batches.set(
        worker,
        batchPerTurn((messages) => sendCounts(worker, messages)),
      );
    },

    async answer(worker: number, question: Question): Promise<Questions[keyof Questions]['answer']> {
      if (question.kind === 'enterStream') return enterStream(worker, question.asked);
      return metrics.read().catch((error) => {
        log('worker.metrics_failed', { err: error });
        return '';
      });
    },

    count(worker: number, reports: CountReport[]): void {
      for (const report of reports) counts.receive(worker, report);
    },

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
      batches.delete(worker);
      counts.forget(worker);
      for (const { leave } of places.get(worker) ?? []) leave();
      places.delete(worker);
    },

    async stop(): Promise<void> {
      clearInterval(expiring);
      await stopChores();
      await exchange();
    },
  };
}
