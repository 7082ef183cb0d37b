import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTraceCollector } from '../../../test/stand-ins/trace-collector.ts';
import { until } from '../../../test/until.ts';
import { startTracing } from './start-tracing.ts';

const timeout = 240_000;

async function startExporting() {
  const collector = await startTraceCollector();
  const reports: unknown[] = [];
  const started = startTracing({
    collector: { url: `${collector.url}/v1/traces`, headers: {} },
    ...{ serviceName: '', resource: {}, delayMs: 10 },
    sampler: { name: 'always_on', ratio: 1 },
    onFailure: (error) => reports.push(error),
    onRecovery: (dropped) => reports.push(dropped),
  });
  const addSpans = (count: number) => {
    for (let i = 0; i < count; i++) started.tracing.start(`span ${i}`, { parent: null }).end();
  };
  return { ...started, collector, reports, addSpans };
}

test('spans of an outage arrive after it, each once, and both ends are reported once', { timeout }, async () => {
  const { collector, reports, addSpans, stop } = await startExporting();
  collector.refuse(503);
  addSpans(1_500);
  await until(() => reports.length === 1);
  assert.match(`${reports[0]}`, /503/);
  collector.accept();
  await until(() => collector.spans.length === 1_500);
  assert.deepEqual(reports.slice(1), [0]);
  assert.equal(new Set(collector.spans.map(({ name }) => name)).size, 1_500);
  assert.equal(collector.requests.length, 3);
  assert.equal(collector.requests[0]?.resource['service.name'], 'trunkline');
  await stop();
});

test('the spans that wait are limited, and dropped ones are counted', { timeout }, async () => {
  const { collector, reports, addSpans, stop } = await startExporting();
  collector.refuse(429);
  addSpans(1);
  await until(() => reports.length === 1);
  addSpans(10_000);
  collector.accept();
  await until(() => reports.length === 2);
  assert.deepEqual(reports[1], 10_001 - 4_096);
  await until(() => collector.spans.length === 4_096);
  await stop();
});

test('spans that the collector refuses for good are dropped, and later ones are sent', { timeout }, async () => {
  const { collector, reports, addSpans, stop } = await startExporting();
  collector.refuse(400);
  addSpans(3);
  await until(() => reports.length === 1);
  collector.accept();
  addSpans(2);
  await until(() => reports.length === 2);
  assert.deepEqual([reports[1], collector.spans.length], [3, 2]);
  await stop();
});

test('a stop sends the last spans, and does not wait for a collector that hangs', { timeout }, async () => {
  const { collector, addSpans, stop } = await startExporting();
  addSpans(5);
  await stop();
  assert.equal(collector.spans.length, 5);
  collector.hang();
  addSpans(5);
  const begun = performance.now();
  await stop();
  assert.ok(performance.now() - begun < 30_000);
});
