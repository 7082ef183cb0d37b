import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTraced, clientContext, contextOf } from '../../test/build/build-traced.ts';
import { query } from '../../test/builders.ts';
import { startTraceCollector } from '../../test/stand-ins/trace-collector.ts';
import { startNode } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import type { Config } from '../config.ts';
import { createLog } from '../platform/log.ts';

const timeout = 120_000;

test('calls that are accepted together keep the traces of their requests', { timeout }, async () => {
  const collector = await startTraceCollector();
  const traced = await buildTraced({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` });
  const clients = Array.from({ length: 20 }, () => clientContext());
  const answers = await Promise.all(clients.map(({ headers }) => traced.initiate(headers)));
  for (const [i, { body }] of answers.entries()) {
    const sent = await traced.received('"call.completed"', body.data.call_id);
    assert.equal(contextOf(sent.headers).traceId, clients[i]?.traceId);
  }
  await traced.app.stop();
  for (const { traceId } of clients)
    assert.equal(collector.named('outbound call').filter((span) => span.traceId === traceId).length, 1);
});

test('an inbound call begins a trace, and the analysis of a call continues that of the call', { timeout }, async () => {
  const collector = await startTraceCollector();
  const config = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const traced = await buildTraced(config);
  const client = clientContext();
  // The simulator calls back from this number.
  await traced.initiate({}, { phone_number: '+819012340008' });
  const missed = await traced.received('"call.missed"', '"inbound"');
  const { body } = await traced.initiate(client.headers);
  await traced.received('"call.completed"', body.data.call_id);
  // Without an analysis there is nothing to download; the job is finished all the same.
  await query(traced.app, 'update projects set analyses_calls = false');
  const other = await startNode(traced.app.databaseUrl, { ...config, ANALYSIS_WORKERS: 1 });
  await until(async () => (await query(traced.app, 'select from insight_jobs')).length === 0);
  await Promise.all([other.stop(), traced.app.stop()]);

  const [inbound] = collector.named('inbound call');
  const begin = collector.spans.find(({ spanId }) => spanId === inbound?.parentSpanId);
  assert.deepEqual([begin?.name, begin?.parentSpanId, begin?.kind], ['receive call', undefined, 5]);
  assert.equal(contextOf(missed.headers).traceId, begin?.traceId);

  const [request] = collector.named('POST /api/v1/calls/initiate').filter(({ traceId }) => traceId === client.traceId);
  const [analysis] = collector.named('analyze call').filter(({ traceId }) => traceId === client.traceId);
  assert.ok(request && analysis);
  assert.equal(analysis.parentSpanId, request.spanId);
  const steps = collector.spans.filter(({ parentSpanId }) => parentSpanId === analysis.spanId);
  assert.ok(steps.some(({ name }) => name === 'analyze voice_analysis'));
});

test('the sampler decides: by the parent or by itself, and the decision goes on to the webhook', {
  timeout,
}, async () => {
  const collector = await startTraceCollector();
  const customer = { name: 'Taro' };
  const exported = async (config: Partial<Config>, flags: '00' | '01') => {
    const { app, api, projectId, received } = await buildTraced({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...config,
    });
    const { headers, traceId } = clientContext(flags);
    await api.post('/customers', { ...customer, project_id: projectId }, headers);
    const sent = contextOf((await received('"customer.created"')).headers);
    await app.stop();
    assert.equal(sent.traceId, traceId);
    const count = collector.spans.filter((span) => span.traceId === traceId).length;
    assert.equal(sent.isSampled, count > 0);
    return count > 0;
  };
  assert.equal(await exported({}, '01'), true);
  assert.equal(await exported({}, '00'), false);
  assert.equal(await exported({ OTEL_TRACES_SAMPLER: 'always_on' }, '00'), true);
  assert.equal(await exported({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 0 }, '01'), false);
});

test('log lines of a request name its trace, and a failed request fails its span', { timeout }, async () => {
  const collector = await startTraceCollector();
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const traced = await buildTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, log);
  const client = clientContext();
  await query(traced.app, 'alter table customers rename to customers_elsewhere');
  const { status } = await traced.api.get('/customers', { ...client.headers, 'x-request-id': 'mine' });
  assert.equal(status, 500);
  await traced.app.stop();
  const written = lines.map((line) => JSON.parse(line)).filter(({ request_id }) => request_id === 'mine');
  assert.deepEqual(
    written.map(({ event, trace_id }) => [event, trace_id]),
    [
      ['request.failed', client.traceId],
      ['request.completed', client.traceId],
    ],
  );
  const [span] = collector.named('GET /api/v1/customers').filter(({ traceId }) => traceId === client.traceId);
  assert.deepEqual([span?.hasFailed, span?.attributes['trunkline.request_id']], [true, 'mine']);
});

test('a collector that is out of reach delays no request and no webhook, and is logged once', { timeout }, async () => {
  const collector = await startTraceCollector();
  collector.hang();
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const traced = await buildTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, log);
  for (let i = 0; i < 100; i++) assert.equal((await traced.api.get('/customers')).status, 200);
  const { body } = await traced.initiate();
  await traced.received('"call.completed"', body.data.call_id);
  const begun = performance.now();
  await traced.app.stop();
  assert.ok(performance.now() - begun < 60_000);
  assert.equal(lines.filter((line) => line.includes('trace.export_failed')).length, 1);
  assert.ok(!lines.some((line) => line.includes('"level":50')));
});
