import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { atEnd } from '../at-end.ts';

// A collector of OpenTelemetry traces: it decodes OTLP in its JSON form and refuses whatever does not conform to it.

type Value = { stringValue: string } | { boolValue: boolean } | { intValue: string } | { doubleValue: number };
type KeyValue = { key: string; value: Value };

type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  milliseconds: number;
  hasFailed: boolean;
  events: string[];
  attributes: Record<string, unknown>;
};

export async function startTraceCollector() {
  const requests: { headers: Record<string, unknown>; body: string; resource: Record<string, unknown> }[] = [];
  const spans: CollectedSpan[] = [];
  let answer: (response: ServerResponse) => void = accept;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    assert.deepEqual([request.method, request.url], ['POST', '/v1/traces']);
    assert.equal(request.headers['content-type'], 'application/json');
    if (answer === accept)
      for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
        requests.push({ headers: request.headers, body, resource: attributesOf(resource.attributes) });
        for (const { spans: sent } of scopeSpans) spans.push(...sent.map(readSpan));
      }
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    spans,
    named: (name: string) => spans.filter((span) => span.name === name),
    accept: () => {
      answer = accept;
    },
    refuse: (status: number) => {
      answer = (response) => response.writeHead(status).end();
    },
    hang: () => {
      answer = () => {};
    },
  };
}

function accept(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}

// biome-ignore lint/suspicious/noExplicitAny: it is what was sent, and is asserted
function readSpan(span: any): CollectedSpan {
  const { traceId, spanId, parentSpanId, name, kind, startTimeUnixNano, endTimeUnixNano, attributes, events, status } =
    span;
  assert.match(traceId, /^(?!0{32})[\da-f]{32}$/);
  for (const id of [spanId, parentSpanId ?? spanId]) assert.match(id, /^(?!0{16})[\da-f]{16}$/);
  for (const moment of [startTimeUnixNano, endTimeUnixNano]) assert.match(moment, /^1[6-9]\d{17}$/);
  assert.ok(Number.isInteger(kind) && kind >= 1 && kind <= 5);
  assert.ok(status.code === undefined || status.code === 2);
  const milliseconds = Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6;
  assert.ok(milliseconds >= 0, `${name} took ${milliseconds} ms`);
  return {
    ...{ traceId, spanId, parentSpanId, name, kind, milliseconds, hasFailed: status.code === 2 },
    events: events.map((event: { name: string }) => event.name),
    attributes: attributesOf(attributes),
  };
}

const attributesOf = (attributes: KeyValue[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, contentOf(value)]));

function contentOf(value: Value): unknown {
  if ('intValue' in value) return Number(value.intValue);
  const [[kind, content] = []] = Object.entries(value);
  assert.ok(['stringValue', 'boolValue', 'doubleValue'].includes(`${kind}`), `${kind}`);
  return content;
}
