import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTraced, clientContext, contextOf } from '../../test/build/build-traced.ts';
import { query } from '../../test/builders.ts';
import { startTraceCollector } from '../../test/stand-ins/trace-collector.ts';

const timeout = 120_000;

for (const [how, idempotency] of [
  ['in a shared transaction', {}],
  ['with an Idempotency-Key', { 'idempotency-key': 'once' }],
] as const)
  test(`a call that is accepted ${how} is one trace, from the client to its webhook`, { timeout }, async () => {
    const collector = await startTraceCollector();
    const traced = await buildTraced({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20the%20collector,x-org=1',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=ignored',
      OTEL_SERVICE_NAME: 'calls',
    });
    const client = clientContext();
    const { body } = await traced.initiate({ ...client.headers, ...idempotency });
    const { call_id } = body.data;
    const completed = await traced.received('"call.completed"', call_id);
    const initiated = await traced.received('"call.initiated"', call_id);
    await traced.app.stop();

    const ofTrace = collector.spans.filter(({ traceId }) => traceId === client.traceId);
    const named = (name: string) => ofTrace.filter((span) => span.name === name);
    const [request, ...others] = named('POST /api/v1/calls/initiate');
    assert.ok(request && others.length === 0);
    assert.deepEqual([request.parentSpanId, request.kind, request.hasFailed], [client.spanId, 2, false]);
    assert.equal(request.attributes['http.response.status_code'], 200);
    assert.equal(request.attributes['http.route'], '/api/v1/calls/initiate');

    const [life] = named('outbound call');
    assert.equal(life?.parentSpanId, request.spanId);
    assert.deepEqual(life?.events, ['ringing', 'answered']);
    assert.deepEqual(
      [life?.attributes['trunkline.call_id'], life?.attributes['trunkline.call.status']],
      [call_id, 'connected'],
    );
    const deliveries = named('deliver webhook');
    assert.equal(deliveries.length, 2);
    for (const sent of [initiated, completed]) {
      const { traceId, spanId, isSampled } = contextOf(sent.headers);
      const span = deliveries.find((delivery) => delivery.spanId === spanId);
      assert.deepEqual([traceId, isSampled, span?.parentSpanId, span?.kind], [client.traceId, true, request.spanId, 3]);
      assert.equal(span?.attributes['http.response.status_code'], 200);
    }

    const [transaction] = named('transaction').filter(({ parentSpanId }) => parentSpanId === request.spanId);
    const [insert] = named('insert_outbound_calls');
    assert.ok(transaction && insert);
    assert.equal(insert.parentSpanId, transaction.spanId);
    assert.deepEqual(insert.attributes, {
      'db.system.name': 'postgresql',
      'db.query.summary': 'insert_outbound_calls',
    });

    const [first] = collector.requests;
    assert.ok(first);
    const { headers, resource } = first;
    assert.deepEqual([headers.authorization, headers['x-org']], ['Bearer of the collector', '1']);
    assert.equal(resource['service.name'], 'calls');
    assert.equal(resource['deployment.environment.name'], 'test');
    const everything = collector.requests.map((sent) => sent.body).join('\n');
    for (const secret of ['9012345678', traced.key, 'hook-secret', 'Tenant', 'Staff'])
      assert.ok(!everything.includes(secret), `${secret} was exported`);
  });

for (const [how, config] of [
  ['without a collector', {}],
  ['with OTEL_SDK_DISABLED', { OTEL_SDK_DISABLED: true }],
] as const)
  test(`${how} nothing is traced, stored or sent`, { timeout }, async () => {
    const collector = await startTraceCollector();
    const endpoint = how === 'without a collector' ? '' : collector.url;
    const traced = await buildTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...config });
    assert.equal(traced.app.db.tracing, undefined);
    const { body } = await traced.initiate(clientContext().headers);
    const { headers } = await traced.received('"call.completed"', body.data.call_id);
    assert.equal(headers.traceparent, undefined);
    for (const table of ['calls', 'events'])
      assert.deepEqual(await query(traced.app, `select from ${table} where traceparent is not null`), []);
    await traced.app.stop();
    assert.equal(collector.requests.length, 0);
  });

test('customers that are created in one transaction have events in the traces of their own requests', {
  timeout,
}, async () => {
  const collector = await startTraceCollector();
  const { app, api, projectId } = await buildTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const clients = Array.from({ length: 12 }, () => clientContext());
  const answers = await Promise.all(
    clients.map(({ headers }, i) => api.post('/customers', { project_id: projectId, name: `Taro ${i}` }, headers)),
  );
  const customerIds = answers.map(({ body }) => body.data.customer_id);
  const events = await query(
    app,
    `select (data ->> 'customer_id')::int as customer_id, traceparent, xmin from events where type = 'customer.created'`,
  );
  assert.ok(new Set(events.map(({ xmin }) => xmin)).size < clients.length, 'some share a transaction');
  const traceOf = new Map(events.map(({ customer_id, traceparent }) => [customer_id, traceparent.split('-')[1]]));
  assert.deepEqual(
    customerIds.map((id) => traceOf.get(id)),
    clients.map(({ traceId }) => traceId),
  );
});
