import { setTimeout as pause } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { MetricJson } from './messages.ts';

// One scrape shows all workers, whichever of them answers it. The aggregator of each metric says how values are combined; most
// are summed. The counts of dead workers stay in the sums, because a counter that falls looks like a restart to Prometheus, which
// would then count all that is left as new.

/**
 * A worker that does not answer for this many milliseconds takes part with its last counts, and without its gauges, which are
 * out of date. Later scrapes do not wait for it until it answers one.
 */
const patience = 2_000;

export type WorkerMetrics = ReturnType<typeof workerMetrics>;

export function workerMetrics(ask: (worker: number, id: number) => void) {
  const last = new Map<number, MetricJson[]>();
  const waiting = new Map<number, { missing: Set<number>; resolve: () => void }>();
  const silent = new Set<number>();
  let ofDead: Promise<MetricJson[]> = Promise.resolve([]);
  let lastId = 0;

  return {
    add(worker: number): void {
      last.set(worker, []);
    },

    /** Keeps what a worker that ended had counted when it was last asked. */
    retire(worker: number): void {
      const counted = countsOf(last.get(worker) ?? []);
      ofDead = ofDead.then((before) => combine([before, counted]).getMetricsAsJSON());
      last.delete(worker);
      silent.delete(worker);
      for (const { missing, resolve } of waiting.values()) if (missing.delete(worker) && missing.size === 0) resolve();
    },

    receive(worker: number, id: number, metrics: MetricJson[]): void {
      if (last.has(worker)) last.set(worker, metrics);
      silent.delete(worker);
      const asked = waiting.get(id);
      if (asked?.missing.delete(worker) && asked.missing.size === 0) asked.resolve();
    },

    async read(): Promise<string> {
      const id = ++lastId;
      const missing = new Set(last.keys()).difference(silent);
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, { missing, resolve });
      for (const worker of last.keys()) ask(worker, id);
      if (missing.size > 0) await Promise.race([promise, pause(patience, undefined, { ref: false })]);
      waiting.delete(id);
      for (const worker of missing) silent.add(worker);
      const all = [...last].map(([worker, metrics]) => (silent.has(worker) ? countsOf(metrics) : metrics));
      return combine([...all, await ofDead]).metrics();
    },
  };
}

const countsOf = (metrics: MetricJson[]) => metrics.filter(({ type }) => type !== 'gauge');

const combine = (all: MetricJson[][]) => AggregatorRegistry.aggregate(all.map((metrics) => metrics.map(withNaN)));

function withNaN({ values, ...metric }: MetricJson) {
  return { ...metric, values: values.map((one) => ({ ...one, value: one.value ?? Number.NaN })) };
}
