import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { idAt } from '../../server/src/events/follow-events.ts';
import { encodeId } from '../../server/src/platform/ids.ts';
import { atEnd } from '../../server/test/at-end.ts';
import { buildKey, buildStaff, buildTenant } from '../../server/test/builders.ts';
import { startNode, startTestApp } from '../../server/test/test-app.ts';
import { AuthenticationError, collect, createClient, NotFoundError, PermissionError } from './index.ts';
import { messageParser } from './server-sent-events.ts';

const app = await startTestApp();
const licenses = ['open_api_advanced'];

async function newTenant(address = app.address) {
  const { tenantId, projectId, key, keyId } = await buildTenant(app, { licenses });
  const staffId = await buildStaff(app, tenantId);
  const api = createClient({ baseUrl: address, apiKey: key });
  const initiate = (phone_number = '+819012345678') =>
    api.calls.initiate({ phone_number, staff_id: staffId, project_id: projectId });
  return { api, initiate, tenantId, projectId, keyId };
}

/** A line to the server that can be cut. */
async function startLine(to = app): Promise<{ address: string; cut: () => void }> {
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(to.address);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to);
      from.on('error', () => {});
      from.on('close', () => to.destroy());
      sockets.add(from);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  atEnd(() => {
    server.close();
    cut();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
}

test('a call is followed from its beginning to its end', async () => {
  const { api, initiate } = await newTenant();
  const { call_id } = await initiate();
  const other = await initiate('+819012340002');
  const states: string[] = [];
  for await (const call of api.calls.follow(call_id)) {
    assert.equal(call.call_id, call_id);
    states.push(call.ended_at ? 'ended' : call.status);
  }
  assert.equal(states.at(-1), 'ended');
  assert.equal(states.filter((state) => state === 'ended').length, 1);
  const order = ['initiating', 'ringing', 'connected', 'ended'];
  assert.deepEqual(
    states.map((state) => order.indexOf(state)),
    states.map((state) => order.indexOf(state)).toSorted((a, b) => a - b),
  );
  assert.notEqual(other.call_id, call_id);
});

test('a call that has ended is shown once', async () => {
  const { api, initiate } = await newTenant();
  const { call_id } = await initiate();
  await api.calls.hangup(call_id);
  // More often than a key may have open streams: each of them has to be closed.
  for (let times = 0; times < 15; times++) {
    const [call, ...others] = await collect(api.calls.follow(call_id, { maxRetries: 0 }));
    assert.ok(call?.ended_at);
    assert.deepEqual(others, []);
  }
});

test('the end of a call is not missed while the line is cut', async () => {
  const line = await startLine(await startNode(app.databaseUrl, { SIMULATOR_SPEED: 4 })); // Time to read the call before it ends.
  const { api, initiate } = await newTenant(line.address);
  const { call_id } = await initiate();
  let last: string | null = null;
  let cuts = 0;
  for await (const { ended_at } of api.calls.follow(call_id)) {
    last = ended_at;
    if (ended_at === null && cuts++ < 3) line.cut();
  }
  assert.ok(last);
  assert.ok(cuts > 0);
});

test('each of very many events arrives once, though the server repeats a minute of them', async () => {
  const line = await startLine();
  const { api, projectId } = await newTenant(line.address);
  const lastEventId = encodeId('evt', idAt(Date.now() - 1_000));
  const names = Array.from({ length: 1_500 }, (_, i) => `Customer ${i}`);
  for await (const result of api.customers.import(names.map((name) => ({ project_id: projectId, name }))))
    assert.equal(result.status, 'created');
  const seen: string[] = [];
  for await (const event of api.events.stream({}, { lastEventId, signal: AbortSignal.timeout(60_000) })) {
    if (seen.push(event.id) === names.length) {
      line.cut();
      await api.customers.create({ project_id: projectId, name: 'The last' });
    }
    if (event.type === 'customer.created' && event.data.name === 'The last') break;
  }
  assert.equal(seen.length, names.length + 1);
  assert.equal(new Set(seen).size, seen.length);
});

test('events arrive once each, also over a line that is cut', async () => {
  const line = await startLine();
  const { api, initiate } = await newTenant(line.address);
  const seen: string[] = [];
  const ended = new Set<string>();
  const started: string[] = [];
  const signal = AbortSignal.timeout(60_000);
  // The stream begins with the next event, so the first call is started again until one arrives.
  const beginning = setInterval(() => void initiate().then(({ call_id }) => started.push(call_id)), 300);
  for await (const event of api.events.stream({ types: ['call.initiated', 'call.completed'] }, { signal })) {
    clearInterval(beginning);
    seen.push(event.id);
    if (event.type === 'call.completed') ended.add(event.data.call_id);
    if (seen.length === 1 || seen.length === 3) {
      line.cut();
      started.push((await initiate()).call_id);
    }
    if (seen.length > 3 && started.slice(-2).every((id) => ended.has(id))) break;
  }
  assert.equal(new Set(seen).size, seen.length);
});

test('a stream ends with the reason of its signal', async () => {
  const { api } = await newTenant();
  const reason = new Error('enough');
  const controller = new AbortController();
  const reading = (async () => {
    for await (const _ of api.events.stream({}, { signal: controller.signal }));
  })();
  controller.abort(reason);
  await assert.rejects(reading, reason);
});

test('a stream is refused like any other request', async () => {
  const { api, tenantId } = await newTenant();
  const first = async (client: typeof api, callId = 'call_01KA3HDNJ47K45VGPGDPSZXXF4') => {
    for await (const call of client.calls.follow(callId)) return call;
  };
  await assert.rejects(first(api), NotFoundError);
  const { key } = await buildKey(app, tenantId, { scopes: ['calls:read'] });
  await assert.rejects(first(createClient({ baseUrl: app.address, apiKey: key })), PermissionError);
  await assert.rejects(first(createClient({ baseUrl: app.address, apiKey: 'x' })), AuthenticationError);
});

test('messages are read from pieces of any size, with any line breaks', () => {
  const stream =
    'retry: 1000\n: Welcome.\n\nid: a\n\nid: b\ndata: {"x":\ndata: 1}\n\ndata:c\r\nid:d\r\n\r\nevent: e\rdata\r\rdata: f';
  const expected = [
    { id: 'a', data: undefined },
    { id: 'b', data: '{"x":\n1}' },
    { id: 'd', data: 'c' },
    { id: undefined, data: '' },
  ];
  for (let size = 1; size <= stream.length; size++) {
    const parse = messageParser();
    const pieces = stream.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    assert.deepEqual(pieces.flatMap(parse), expected, `${size}`);
  }
});
