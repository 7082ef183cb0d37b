import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import pg from 'pg';
import { buildKey, buildTenant, query, type TestTenant } from '../../test/builders.ts';
import { startCustomApp } from '../../test/custom-app.ts';
import { follow, openStream, type TestStream } from '../../test/event-stream.ts';
import { openConnection, requestHead } from '../../test/raw-http.ts';
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts';
import { startReceiver } from '../../test/stand-ins/webhook-receiver.ts';
import { assertProblem, client, startNode, startTestApp } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { eventBody } from '../events/event-body.ts';
import { eventFollower, idAt } from '../events/follow-events.ts';
import { usualLimits } from '../http/answers/event-stream.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { recurring } from '../platform/concurrency/recurring.ts';
import { decodeId, encodeId, idOf, uuidv7 } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { removeLicense } from '../tenants/change-license.ts';

const app = await startTestApp({ DATABASE_POOL_SIZE: 3, WEBHOOK_ALLOW_PRIVATE: true });
const licensed = { licenses: ['open_api_advanced'] };

const create = async ({ api, projectId }: Pick<TestTenant, 'api' | 'projectId'>, name: string) =>
  assert.equal((await api.post('/customers', { project_id: projectId, name })).status, 201);
const names = (stream: TestStream) => stream.events().map(({ body }) => body.data.name);

/** Inserts events as if they had been committed at some time. */
async function plant(databaseUrl: string, tenantId: number, ids: string[], data: object = {}): Promise<void> {
  await query(
    { databaseUrl },
    `insert into events (tenant_id, event_id, type, is_test, data)
     select $1, id, 'customer.created', true, $3::json from unnest($2::uuid[]) as id`,
    [tenantId, ids, JSON.stringify(data)],
  );
}

/** New ids of a moment, in their order. */
const idsAt = (milliseconds: number, count: number) =>
  Array.from({ length: count }, (_, i) => idAt(milliseconds + i).slice(0, 18) + uuidv7().slice(18));

test('a stream sends exactly the body of a webhook, and nothing from before', async () => {
  const tenant = await buildTenant(app, licensed);
  await create(tenant, 'Before');
  const stream = await follow(app, tenant.key);
  assert.equal(stream.headers.get('content-type'), 'text/event-stream');
  assert.equal(stream.headers.get('cache-control'), 'no-store');
  assert.ok(stream.headers.get('x-request-id'));
  assert.ok(stream.headers.get('ratelimit'));

  const created = Array.from({ length: 10 }, (_, i) => `Customer ${i}`);
  for (const [i, name] of created.entries()) {
    await create(tenant, name);
    await until(() => stream.events().length > i);
  }
  assert.deepEqual(names(stream), created);

  const rows = await query(
    app,
    'select event_id, type, is_test, data::text, created_at from events where tenant_id = $1 order by event_id',
    [tenant.tenantId],
  );
  const expected = rows.slice(1).map((row) => ({
    id: encodeId('evt', row.event_id),
    data: eventBody(row as Parameters<typeof eventBody>[0]),
  }));
  assert.deepEqual(
    stream.events().map(({ id, data }) => ({ id, data })),
    expected,
  );
});

test('a key sees the events of its own tenant and kind alone, on every node', async () => {
  const node = await startNode(app.databaseUrl);
  const tenant = await buildTenant(app, licensed);
  const live = await buildKey(app, tenant.tenantId, { kind: 'live' });
  const other = await buildTenant(app, licensed);
  const streams = await Promise.all([follow(node, tenant.key), follow(node, live.key), follow(node, other.key)]);
  await create(tenant, 'Test');
  await create({ ...tenant, api: client(app, live.key) }, 'Live');
  await create(other, 'Other');
  for (const [i, name] of ['Test', 'Live', 'Other'].entries()) {
    const stream = streams[i] as TestStream;
    await until(() => stream.events().length > 0);
    assert.deepEqual(names(stream), [name]);
    assert.equal(stream.events()[0]?.body.test, name !== 'Live');
  }
});

test('only the requested types are sent', async () => {
  const tenant = await buildTenant(app, licensed);
  const both = await follow(app, tenant.key, { query: '?types=customer.updated,%20customer.created' });
  const one = await follow(app, tenant.key, { query: '?types=customer.updated' });
  await create(tenant, 'Taro');
  const [customer] = (await tenant.api.get('/customers')).body.data;
  await tenant.api.put(`/customers/${customer.customer_id}`, { name: 'Jiro' });
  await until(() => both.events().length === 2 && one.events().length === 1);
  assert.deepEqual(names(one), ['Jiro']);
});

test('the invented event of a test delivery is not sent', async () => {
  const receiver = await startReceiver({ protocol: 'http' });
  const tenant = await buildTenant(app, licensed);
  const stream = await follow(app, tenant.key);
  const webhook = { url: receiver.url, events: ['customer.created'] };
  const { webhook_id } = (await tenant.api.post('/webhooks', webhook)).body.data;
  const { body: tested } = await tenant.api.post(`/webhooks/${webhook_id}/test`);
  assert.equal(tested.data.response_status, 200, JSON.stringify(tested));
  await create(tenant, 'Taro');
  await until(() => stream.events().length > 0);
  assert.deepEqual(names(stream), ['Taro']);
  const again = await follow(app, tenant.key, { lastEventId: tested.data.event_id });
  await until(() => again.events().length > 0);
  assert.deepEqual(names(again), ['Taro']);
});

test('a faulty request is refused like anywhere else', async () => {
  const tenant = await buildTenant(app, licensed);
  const unlicensed = await buildTenant(app);
  const reader = await buildKey(app, tenant.tenantId, { scopes: ['customers:read'] });
  const path = '/events/stream';
  assertProblem(await client(app).get(path), 401, 'missing_api_key');
  assertProblem(await client(app, reader.key).get(path), 403, 'insufficient_scope');
  assertProblem(await unlicensed.api.get(path), 403, 'license_required');
  const refused = await tenant.api.get(`${path}?types=call.ended&type=x`, { 'last-event-id': '17' });
  assert.deepEqual(
    assertProblem(refused, 422, 'validation_failed').map(({ field, code }) => [field, code]),
    [
      ['Last-Event-ID', 'invalid_format'],
      ['type', 'unknown_field'],
      ['types', 'not_allowed'],
    ],
  );
  assert.equal((await tenant.api.send('HEAD', path)).status, 405);
  assert.equal((await tenant.api.post(path, {})).status, 405);
});

test('an event committed after others with later ids is sent all the same', async () => {
  const tenant = await buildTenant(app, licensed);
  const [late = '', future = ''] = [...idsAt(Date.now() - 30_000, 1), ...idsAt(Date.now() + 30_000, 1)];
  const slow = new pg.Client({ connectionString: app.databaseUrl });
  await slow.connect();
  await slow.query('begin');
  const sql = `insert into events (tenant_id, event_id, type, is_test, data) values ($1, $2, 'customer.created', true, $3)`;
  await slow.query(sql, [tenant.tenantId, late, { name: 'Late' }]);

  const stream = await follow(app, tenant.key);
  await plant(app.databaseUrl, tenant.tenantId, [future], { name: 'Clock ahead' });
  await create(tenant, 'In time');
  await until(() => stream.events().length === 2);
  await slow.query('commit');
  await slow.end();
  await until(() => stream.events().length === 3);
  assert.deepEqual(names(stream), ['Clock ahead', 'In time', 'Late']);
});

test('a returning reader gets the events since it left, and those it may have missed of the minute before', async () => {
  const tenant = await buildTenant(app, licensed);
  const early = await follow(app, tenant.key);
  const beginning = early.lastId();
  early.close();
  await create(tenant, 'While away');
  const second = await follow(app, tenant.key, { lastEventId: beginning });
  await until(() => second.events().length === 1);
  await create(tenant, 'While here');
  await until(() => second.events().length === 2);
  second.close();

  await create(tenant, 'While away again');
  const third = await follow(app, tenant.key, { lastEventId: second.lastId() });
  await until(() => third.events().length === 2);
  assert.deepEqual(names(third).toSorted(), ['While away', 'While away again']);
  await create(tenant, 'Once');
  await until(() => third.events().length === 3);
});

test('after a long absence events are sent from its beginning, each once, however many there are', async () => {
  const tenant = await buildTenant(app, licensed);
  const hourAgo = Date.now() - 3_600_000;
  const old = idsAt(hourAgo, 1_300);
  await plant(app.databaseUrl, tenant.tenantId, [...old, ...idsAt(hourAgo - 61_000, 3)]);
  await create(tenant, 'Now');
  const stream = await follow(app, tenant.key, { lastEventId: encodeId('evt', idOf('event', old[0] as string)) });
  await until(() => stream.events().length === 1_300);
  const received = stream.events().map(({ id }) => decodeId('evt', id));
  assert.deepEqual(received.slice(0, -1).toSorted(), old.slice(1));
  assert.equal(stream.events().at(-1)?.body.data.name, 'Now');
  await create(tenant, 'And now');
  await until(() => stream.events().length === 1_301);
});

test('a reader that comes and goes among slow and fast writers on two nodes gets every event', async () => {
  const nodes = [app, await startNode(app.databaseUrl)];
  const tenant = await buildTenant(app, licensed);
  const written: string[] = [];
  const write = async () => {
    const connection = new pg.Client({ connectionString: app.databaseUrl });
    await connection.connect();
    for (let i = 0; i < 40; i++) {
      // Its clock is up to 5 s off, and its transaction takes up to 50 ms.
      const [id = ''] = idsAt(Date.now() + Math.round((Math.random() - 0.5) * 10_000), 1);
      const insertion = `insert into events (tenant_id, event_id, type, is_test, data)
        values (${tenant.tenantId}, '${id}', 'customer.created', true, '{}')`;
      await connection.query(`begin; ${insertion}; select pg_sleep(random() * 0.05); commit`);
      written.push(id);
    }
    await connection.end();
  };

  const received = new Set<string>();
  let stream = await follow(app, tenant.key);
  const writing = Promise.all([write(), write(), write(), write()]);
  for (let round = 0; round < 12; round++) {
    const [seen, lastEventId] = [stream.events().length, stream.lastId()];
    for (const { id } of stream.events()) received.add(id);
    stream.close();
    stream = await follow(nodes[round % 2] as (typeof nodes)[number], tenant.key, { lastEventId });
    await until(() => stream.events().length > seen / 2 || written.length === 160);
  }
  await writing;
  await until(() => {
    for (const { id } of stream.events()) received.add(id);
    return received.size >= 160;
  });
  assert.deepEqual([...received].sort(), written.map((id) => encodeId('evt', idOf('event', id))).sort());
});

test('a stream ends when its key is revoked or the license is removed', async () => {
  const tenant = await buildTenant(app, licensed);
  const { key, keyId } = await buildKey(app, tenant.tenantId);
  const revoked = await follow(app, key);
  const unlicensed = await follow(app, tenant.key);

  await app.db.transaction((tx) => revokeKey(tx, tenant.tenantId, keyId));
  await until(() => revoked.hasEnded());
  assert.equal((await openStream(app, key)).status, 401);
  assert.equal(unlicensed.hasEnded(), false);

  await app.db.transaction((tx) => removeLicense(tx, tenant.tenantId, 'open_api_advanced'));
  await until(() => unlicensed.hasEnded());
  assert.equal((await openStream(app, tenant.key)).status, 403);
});

test('one key has ten streams open at most, which take no connection to the database while they wait', async () => {
  const tenant = await buildTenant(app, licensed);
  const streams = await Promise.all(Array.from({ length: 10 }, () => follow(app, tenant.key)));
  const refused = await tenant.api.get('/events/stream');
  assertProblem(refused, 429, 'rate_limited');
  assert.equal(refused.headers.get('retry-after'), '5');
  assert.match(refused.body.error.message, /10 open streams/);
  assert.equal((await openStream(app, (await buildKey(app, tenant.tenantId)).key)).status, 200);

  // The pool has only three connections.
  await create(tenant, 'Heard by all');
  for (const stream of streams) await until(() => stream.events().length === 1);
  await until(() => app.db.stats().total === app.db.stats().idle);

  streams[0]?.close();
  await until(async () => {
    const again = await openStream(app, tenant.key);
    return again.status === 200;
  });
});

test('clients that leave while their key is being looked up take no place for ever', async () => {
  const tenant = await buildTenant(app, licensed);
  const sockets = new Set<Socket>();
  const noteSocket = (message: unknown) => sockets.add((message as { socket: Socket }).socket);
  const locking = new pg.Client({ connectionString: app.databaseUrl });
  await locking.connect();
  await locking.query('begin; lock table api_keys in access exclusive mode');
  subscribe('http.server.request.start', noteSocket);
  const clients = await Promise.all(Array.from({ length: 10 }, () => openConnection(app)));
  for (const one of clients) one.write(requestHead(tenant.key, 'GET /api/v1/events/stream'));
  await until(() => sockets.size === 10);
  unsubscribe('http.server.request.start', noteSocket);
  for (const one of clients) one.close();
  await until(() => [...sockets].every(({ destroyed }) => destroyed));
  await locking.query('commit');
  await locking.end();

  const streams = await Promise.all(Array.from({ length: 10 }, () => follow(app, tenant.key)));
  assert.ok(streams.every((stream) => !stream.hasEnded()));
});

test('a reader that waits again and again leaves nothing behind at its signal', async () => {
  const { db, databaseUrl } = app;
  const { tenantId } = await buildTenant(app, licensed);
  const follower = eventFollower(db);
  const { signal } = new AbortController();
  const lists = follower.follow(tenantId, { isTest: true, types: null, projects: null, after: undefined }, signal);
  assert.deepEqual((await lists.next()).value, []);
  for (let turn = 0; turn < 5; turn++) {
    const next = lists.next();
    await plant(databaseUrl, tenantId, idsAt(Date.now(), 1));
    await follower.look();
    await next;
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  }
  await lists.return();
});

test('a stopping server ends its streams, with any patience for running requests', async () => {
  const node = await startNode(app.databaseUrl, { DRAIN_SECONDS: 3_600 });
  const tenant = await buildTenant(app, licensed);
  const stream = await follow(node, tenant.key);
  const stopped = node.stop();
  await until(() => stream.hasEnded());
  await stopped;
});

test('a lost database breaks a stream off, and events from meanwhile are sent afterwards', async () => {
  const databaseUrl = await createTestDatabase();
  const network = await startDatabaseProxy(databaseUrl);
  const near = await startNode(databaseUrl);
  const cutOff = await startNode(network.url);
  const tenant = await buildTenant(near, licensed);
  const stream = await follow(cutOff, tenant.key);
  await create(tenant, 'Before');
  await until(() => stream.events().length === 1);

  network.cut();
  await create(tenant, 'Meanwhile');
  await until(() => stream.hasEnded());
  assert.equal((await openStream(cutOff, tenant.key)).status, 503);
  network.restore();
  const again = await until(async () => {
    const opened = await openStream(cutOff, tenant.key, { lastEventId: stream.lastId() });
    return opened.status === 200 && opened;
  });
  await until(() => again.events().length === 1);
  assert.deepEqual(names(again), ['Meanwhile']);
});

test('a reader that takes nothing is cut off, and others go on; a comment shows that a silent stream lives', async (t) => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const streamLimits = { ...usualLimits, heartbeatMs: 500, patienceMs: 3_000 };
  const custom = await startCustomApp({ log, streamLimits });
  t.after(recurring(() => 50, custom.events.look));
  const tenant = await buildTenant(custom, licensed);
  const endings = () => lines.flatMap((line) => JSON.parse(line).ending ?? []);

  const slow = await openConnection(custom);
  slow.write(requestHead(tenant.key, 'GET /api/v1/events/stream'));
  const quick = await follow(custom, tenant.key);
  await until(() => quick.text().includes('\n\n:\n\n'));

  // More than the buffers of a connection hold.
  const large = { notes: 'n'.repeat(15_000) };
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 4; i++) await plant(custom.databaseUrl, tenant.tenantId, idsAt(Date.now(), 500), large);
  await until(() => quick.events().length === 2_000);
  await until(() => endings().length === 1);
  assert.ok(process.memoryUsage().rss - before < 500 * 1024 * 1024);
  assert.equal(quick.hasEnded(), false);

  quick.close();
  await until(() => endings().length === 2);
  assert.deepEqual(endings(), ['reader took nothing', 'client left or server stops']);
  assert.deepEqual(
    lines.filter((line) => !line.includes('"level":30')),
    [],
  );
});
