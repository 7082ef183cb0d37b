import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counter, Gauge, Registry } from 'prom-client';
import { collectProcessMetrics } from '../http/metrics.ts';
import type { MetricJson } from './messages.ts';
import { workerMetrics } from './worker-metrics.ts';

/** The metrics of one worker: a counter and a gauge. */
async function metricsOf(requests: number, connections: number): Promise<MetricJson[]> {
  const registry = new Registry();
  new Counter({ name: 'requests', help: 'r', registers: [registry] }).inc(requests);
  new Gauge({ name: 'connections', help: 'c', registers: [registry] }).set(connections);
  return registry.getMetricsAsJSON();
}

const sampleOf = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);

test('a silent worker takes part with its counts and without its gauges, and only the first scrape waits for it', async (t) => {
  const silent = new Set<number>();
  const answers = [await metricsOf(0, 0), await metricsOf(10, 3), await metricsOf(20, 4)];
  const metrics = workerMetrics((worker, id) => {
    if (!silent.has(worker)) setImmediate(() => metrics.receive(worker, id, answers[worker] ?? []));
  });
  for (const worker of [1, 2]) metrics.add(worker);
  const read = async () => {
    const text = await metrics.read();
    return [sampleOf(text, 'requests'), sampleOf(text, 'connections')];
  };
  assert.deepEqual(await read(), [30, 7]);

  silent.add(2);
  assert.deepEqual(await read(), [30, 3]);
  t.mock.timers.enable({ apis: ['setTimeout'] }); // From here on, no wait ends by itself.
  assert.deepEqual(await read(), [30, 3]);

  silent.clear();
  await read(); // It answers again, though no scrape waited for it.
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(await read(), [30, 7]);
  metrics.retire(2);
  assert.deepEqual(await read(), [30, 3]);
});

test('the event loop that is shown is that of the worst worker', async () => {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const lags = [
    'nodejs_eventloop_lag_seconds',
    'nodejs_eventloop_lag_mean_seconds',
    'nodejs_eventloop_lag_p99_seconds',
  ];
  const answers = await Promise.all(
    [7, 2, 3].map(async (lag) =>
      (await registry.getMetricsAsJSON()).map((metric) =>
        lags.includes(metric.name) ? { ...metric, values: [{ value: lag, labels: {} }] } : metric,
      ),
    ),
  );
  const metrics = workerMetrics((worker, id) => {
    setImmediate(() => metrics.receive(worker, id, (answers[worker] ?? []) as MetricJson[]));
  });
  for (const worker of [0, 1, 2]) metrics.add(worker);
  const text = await metrics.read();
  for (const lag of lags) assert.equal(sampleOf(text, lag), 7, lag);
});
