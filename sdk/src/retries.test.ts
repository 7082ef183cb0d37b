import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { atEnd } from '../../server/test/at-end.ts';
import { buildStaff, buildTenant } from '../../server/test/builders.ts';
import { startTestApp } from '../../server/test/test-app.ts';
import { until } from '../../server/test/until.ts';
import { readRetryAfter } from './errors.ts';
import { type Attempt, ConnectionError, createClient, RateLimitError, ServerError, TimeoutError } from './index.ts';
import { retryDelayMs } from './wait.ts';

const app = await startTestApp();
const today = new Date().toISOString().slice(0, 10);
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

type Handle = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A network that misbehaves: it handles the first requests as listed, and passes all others on to the real server. */
async function startNetwork(misbehaviors: Handle[]): Promise<{ baseUrl: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server: Server = createServer(async (request, response) => {
    requests.push(request);
    await (misbehaviors[requests.length - 1] ?? passOn)(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

async function forward(request: IncomingMessage): Promise<{ status: number; headers: Headers; text: string }> {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>;
  const body = await buffer(request);
  const method = request.method ?? 'GET';
  const sent = { method, headers, ...(body.length > 0 && { body: new Uint8Array(body) }) };
  const answer = await fetch(`${app.address}${request.url}`, sent);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const passOn: Handle = async (request, response) => {
  const { status, headers, text } = await forward(request);
  response.writeHead(status, { 'content-type': headers.get('content-type') ?? '' }).end(text);
};
/** The server does the work, and its answer is lost. */
const loseAnswer: Handle = async (request, response) => {
  await forward(request);
  response.destroy();
};
const loseHalfOfAnswer: Handle = async (request, response) => {
  const { text } = await forward(request);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': `${text.length}` });
  response.write(text.slice(0, 10), () => response.destroy());
};
const hang: Handle = () => {};
const answer =
  (status: number, headers: Record<string, string> = {}, text = '<h1>Bad gateway</h1>'): Handle =>
  (_, response) =>
    void response.writeHead(status, headers).end(text);

async function newCaller(misbehaviors: Handle[], options: { maxRetries?: number; timeoutMs?: number } = {}) {
  const { key, tenantId, projectId } = await buildTenant(app);
  const staffId = await buildStaff(app, tenantId);
  const { baseUrl, requests } = await startNetwork(misbehaviors);
  const attempts: Attempt[] = [];
  const onAttempt = (attempt: Attempt) => attempts.push(attempt);
  const api = createClient({ baseUrl, apiKey: key, onAttempt, ...options });
  const call = { phone_number: '+819012345678', staff_id: staffId, project_id: projectId };
  const calls = () => createClient({ baseUrl: app.address, apiKey: key }).calls.list({ from: today, to: tomorrow });
  return { api, call, calls, requests, attempts };
}

for (const [title, misbehavior] of [
  ['is lost', loseAnswer],
  ['breaks off', loseHalfOfAnswer],
] as const)
  test(`a call whose answer ${title} is asked for again, and one phone rings`, async () => {
    const { api, call, calls, requests } = await newCaller([misbehavior, misbehavior]);
    const { call_id } = await api.calls.initiate(call);
    const listed = await calls().toArray();
    assert.deepEqual(
      listed.map((item) => item.call_id),
      [call_id],
    );
    assert.equal(requests.length, 3);
    const keys = new Set(requests.map(({ headers }) => headers['idempotency-key']));
    assert.equal(keys.size, 1);
    assert.equal(new Set(requests.map(({ headers }) => headers['x-request-id'])).size, 3);
  });

test('two calls have different idempotency keys, and a key of your own is kept', async () => {
  const { api, call, calls, requests } = await newCaller([]);
  await api.calls.initiate(call);
  await api.calls.initiate(call);
  assert.notEqual(requests[0]?.headers['idempotency-key'], requests[1]?.headers['idempotency-key']);
  const first = await api.calls.initiate(call, { idempotencyKey: 'job-7' });
  const second = await api.calls.initiate(call, { idempotencyKey: 'job-7' });
  const third = await api.calls.initiate(call, { headers: { 'Idempotency-Key': 'job-7' } });
  assert.deepEqual([second.call_id, third.call_id], [first.call_id, first.call_id]);
  assert.equal((await calls().toArray()).length, 3);
});

test('an idempotency key may be in any script', async () => {
  const { api, call, calls } = await newCaller([]);
  const first = await api.calls.initiate(call, { idempotencyKey: '注文-1' });
  const second = await api.calls.initiate(call, { headers: { 'Idempotency-Key': '注文-1' } });
  assert.equal(second.call_id, first.call_id);
  await api.calls.initiate(call, { idempotencyKey: '注文-2' });
  assert.equal((await calls().toArray()).length, 2);
});

test('server errors and a page of a proxy are retried; the error names the last one', async () => {
  const busy = answer(503, { 'retry-after': '0' });
  const { api, attempts } = await newCaller([busy, answer(502), busy]);
  assert.equal((await api.me()).key.kind, 'test');
  assert.deepEqual(
    attempts.map(({ status, retry }) => [status, retry]),
    [
      [503, 0],
      [502, 1],
      [503, 2],
      [200, 3],
    ],
  );
  const broken = await newCaller([answer(500), answer(502)], { maxRetries: 1 });
  await assert.rejects(broken.api.me(), (error) => error instanceof ServerError && error.code === 'http_502');
});

test('a rate limit waits as long as the server asks, unless that is too long', async () => {
  const { api, attempts } = await newCaller([answer(429, { 'retry-after': '1' })]);
  const startedAt = performance.now();
  await api.me();
  assert.ok(performance.now() - startedAt >= 1_000);
  assert.equal(attempts.length, 2);
  const long = await newCaller([answer(429, { 'retry-after': '3600' })]);
  await assert.rejects(long.api.me(), (error) => error instanceof RateLimitError && error.retryAfterSeconds === 3_600);
  assert.equal(long.attempts.length, 1);
});

test('refusals are not retried', async () => {
  const { api, attempts } = await newCaller([]);
  await assert.rejects(api.calls.get('call_x'));
  assert.equal(attempts.length, 1);
});

test('an attempt has a limit of time, and the error has the id that the server was sent', async () => {
  const { api, attempts, requests } = await newCaller([hang, hang], { timeoutMs: 1_000, maxRetries: 1 });
  await assert.rejects(
    api.me(),
    (error) =>
      error instanceof TimeoutError &&
      error instanceof ConnectionError &&
      error.request_id === requests[1]?.headers['x-request-id'],
  );
  assert.equal(attempts.length, 2);
});

test('a server that is not there is a connection error', async () => {
  const { baseUrl } = await startNetwork([]);
  const nowhere = baseUrl.replace(/\d+$/, '1');
  const api = createClient({ baseUrl: nowhere, maxRetries: 0 });
  await assert.rejects(api.me(), (error) => error instanceof ConnectionError && error.code === 'connection_failed');
});

test('a signal ends a request, a pause before a retry, and a request that has not begun', async () => {
  const reason = new Error('the user left');
  const { api, requests } = await newCaller([hang]);
  const controller = new AbortController();
  const waiting = assert.rejects(api.me({ signal: controller.signal }), reason);
  await until(() => requests.length === 1);
  controller.abort(reason);
  await waiting;

  const pausing = await newCaller([answer(429, { 'retry-after': '30' })]);
  const later = new AbortController();
  const paused = assert.rejects(pausing.api.me({ signal: later.signal }), reason);
  await until(() => pausing.attempts.length === 1);
  later.abort(reason);
  await paused;

  await assert.rejects(api.me({ signal: AbortSignal.abort(reason) }), reason);
  assert.equal(requests.length, 1);
});

test('pauses double up to a limit, and half of each is random', () => {
  const range = (failures: number) => [retryDelayMs(failures, undefined, 0), retryDelayMs(failures, undefined, 1)];
  assert.deepEqual([0, 1, 2, 3, 4, 9].map(range), [
    [250, 500],
    [500, 1_000],
    [1_000, 2_000],
    [2_000, 4_000],
    [4_000, 8_000],
    [4_000, 8_000],
  ]);
  assert.equal(retryDelayMs(0, 7, 0), 7_000);
});

test('Retry-After has seconds or a date', () => {
  const now = Date.parse('2026-11-15T09:30:00Z');
  assert.equal(readRetryAfter('12', now), 12);
  assert.equal(readRetryAfter('Sun, 15 Nov 2026 09:30:20 GMT', now), 20);
  assert.equal(readRetryAfter('Sun, 15 Nov 2026 09:00:00 GMT', now), 0);
  assert.equal(readRetryAfter('soon', now), undefined);
  assert.equal(readRetryAfter(null, now), undefined);
});

for (const [place, globals] of [
  ['a web page', { document: {} }],
  ['a worker of a web page', { WorkerLocation: class {} }],
] as const)
  test(`a key in ${place} is refused, unless that is allowed`, () => {
    Object.assign(globalThis, globals);
    try {
      const options = { baseUrl: app.address, apiKey: 'tl_test_x' };
      assert.throws(() => createClient(options), /web page/);
      createClient({ ...options, allowKeyInBrowser: true });
      createClient({ baseUrl: '/backend' });
    } finally {
      for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
    }
  });

test('a key in a worker of Deno, which no visitor can read, is accepted', () => {
  const globals = { WorkerLocation: class {}, Deno: {} };
  Object.assign(globalThis, globals);
  try {
    createClient({ baseUrl: app.address, apiKey: 'tl_test_x' });
  } finally {
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
  }
});
