import { setTimeout as pause } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { MetricJson } from './messages.ts';

// One scrape shows all workers, whichever of them answers it. The aggregator of each metric says how values are combined; most
// are summed. The counts of dead workers stay in the sums, because a counter that falls looks like a restart to Prometheus, which
// would then count all that is left as new.

/** A worker that does not answer for this many milliseconds takes part with its last values. */
const patience = 2_000;

export type WorkerMetrics = ReturnType<typeof workerMetrics>;

export function workerMetrics(ask: (worker: number, id: number) => void) {
  const last = new Map<number, MetricJson[]>();
  const waiting = new Map<number, { missing: Set<number>; resolve: () => void }>();
  let ofDead: Promise<MetricJson[]> = Promise.resolve([]);
  let lastId = 0;

  return {
    add(worker: number): void {
      last.set(worker, []);
    },

    /** Keeps what a worker that ended had counted when it was last asked. */
    retire(worker: number): void {
      const counted = (last.get(worker) ?? []).filter(({ type }) => type !== 'gauge');
      ofDead = ofDead.then((before) => combine([before, counted]).getMetricsAsJSON());
      last.delete(worker);
      for (const { missing, resolve } of waiting.values()) if (missing.delete(worker) && missing.size === 0) resolve();
    },

    receive(worker: number, id: number, metrics: MetricJson[]): void {
      if (last.has(worker)) last.set(worker, metrics);
      const asked = waiting.get(id);
      if (asked?.missing.delete(worker) && asked.missing.size === 0) asked.resolve();
    },

    async read(): Promise<string> {
      const id = ++lastId;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, { missing: new Set(last.keys()), resolve });
      for (const worker of last.keys()) ask(worker, id);
      await Promise.race([promise, pause(patience, undefined, { ref: false })]);
      waiting.delete(id);
      return combine([...last.values(), await ofDead]).metrics();
    },
  };
}

const combine = (all: MetricJson[][]) => AggregatorRegistry.aggregate(all.map((metrics) => metrics.map(withNaN)));

function withNaN({ values, ...metric }: MetricJson) {
  return { ...metric, values: values.map((one) => ({ ...one, value: one.value ?? Number.NaN })) };
}
