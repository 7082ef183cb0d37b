import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { buildTenant, query } from '../../test/builders.ts';
import { openConnection } from '../../test/raw-http.ts';
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts';
import { client, startNode, startTestApp } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { waiting } from '../../test/while-held.ts';
import { createLog } from '../platform/log.ts';

test('a stopping server answers running requests, says that it drains, and accepts nothing new', async () => {
  const app = await startTestApp({ DRAIN_SECONDS: 60 });
  const { key, projectId } = await buildTenant(app);
  const blocker = new pg.Client({ connectionString: app.databaseUrl });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select from projects where project_id = $1 for update', [projectId]);

  const idle = await openConnection(app);
  idle.write('GET /health/ready HTTP/1.1\r\nHost: test\r\n\r\n');
  assert.deepEqual((await idle.answer()).body, { status: 'ok', checks: { database: 'ok' } });
  const asking = await openConnection(app);
  asking.write('GET /health/ready HTTP/1.1\r\nHost: test\r\n');
  const writing = await openConnection(app);
  const body = JSON.stringify({ project_id: projectId, name: 'Taro' });
  const fields = [`Authorization: Bearer ${key}`, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  writing.write(`POST /api/v1/customers HTTP/1.1\r\nHost: test\r\n${fields.join('\r\n')}\r\n\r\n${body}`);
  await until(async () => (await waiting(app)) > 0);

  const stopping = app.stop();
  await idle.ended();
  await assert.rejects(openConnection(app), { code: 'ECONNREFUSED' });

  asking.write('\r\n');
  const readiness = await asking.answer();
  assert.equal(readiness.status, 503);
  assert.equal(readiness.body.status, 'draining');
  assert.equal(readiness.headers.get('connection'), 'close');
  await asking.ended();

  const releasedAt = performance.now();
  await blocker.end();
  const answer = await writing.answer();
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.headers.get('connection'), 'close');
  await writing.ended();
  await stopping;
  assert.ok(performance.now() - releasedAt < 30_000, 'a client that could have stayed connected held up the stop');
  const [row] = await query(app, 'select count(*)::int from customers');
  assert.equal(row?.count, 1);
});

test('a server with a delay says that it drains and still answers requests, until the delay is over', async () => {
  const app = await startTestApp({ DRAIN_DELAY_SECONDS: 3 });
  const { api } = await buildTenant(app);
  const started = performance.now();
  const stopping = app.stop();
  const readiness = await fetch(`${app.address}/health/ready`);
  assert.equal(readiness.status, 503);
  assert.match(await readiness.text(), /"draining"/);
  assert.equal((await api.get('/customers')).status, 200);
  await stopping;
  assert.ok(performance.now() - started >= 2_990);
  await assert.rejects(openConnection(app), { code: 'ECONNREFUSED' });
});

test('a client that never finishes does not hold up the stop for longer than was set', async () => {
  const app = await startTestApp({ DRAIN_SECONDS: 1 });
  const slow = await openConnection(app);
  slow.write('GET /health/live HTTP/1.1\r\nHost: te');
  const garbled = await openConnection(app);
  garbled.write('\x01\r\n\r\n');
  assert.equal((await garbled.answer()).status, 400);
  const started = performance.now();
  await app.stop();
  assert.ok(performance.now() - started < 20_000);
  await slow.ended();
});

test('a server that stops right after a request has stored the last use of its key, and the count', async () => {
  const app = await startTestApp();
  const { api, keyId } = await buildTenant(app);
  for (let i = 0; i < 5; i++) assert.equal((await api.get('/customers')).status, 200);
  await app.stop();
  const [key] = await query(app, 'select last_used_at from api_keys where key_id = $1', [keyId]);
  assert.ok(Math.abs(key?.last_used_at - Date.now()) < 60_000);
  const [usage] = await query(app, 'select sum(used)::int as used from rate_usage where key_id = $1', [keyId]);
  assert.equal(usage?.used, 5);
});

test('a server whose chore does not end stores the last uses and requests all the same, and names the chore', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const app = await startNode(await createTestDatabase(), { BACKUP_TO: '/nowhere' }, log);
  const { api, keyId } = await buildTenant(app);
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table scheduled_backup in access exclusive mode');
  await until(async () => (await waiting(app)) > 0);
  for (let i = 0; i < 5; i++) assert.equal((await api.get('/customers')).status, 200);
  await app.stop();
  await holder.end();
  const incomplete = lines.filter(({ event }) => event === 'server.stop_incomplete');
  assert.deepEqual(
    incomplete.map(({ chores, err }) => ({ chores, err })),
    [{ chores: ['make backups'], err: undefined }],
  );
  const [{ count } = { count: 0 }] = await query(app, 'select count(*)::int from api_requests');
  assert.equal(count, 5);
  const [usage] = await query(app, 'select sum(used)::int as used from rate_usage where key_id = $1', [keyId]);
  assert.equal(usage?.used, 5);
});

test('a database that no longer answers does not hold up the stop', async () => {
  const databaseUrl = await createTestDatabase();
  const network = await startDatabaseProxy(databaseUrl);
  const node = await startNode(network.url);
  const { key } = await buildTenant({ ...node, databaseUrl });
  assert.equal((await client(node, key).get('/customers')).status, 200);
  network.stall();
  const started = performance.now();
  await node.stop();
  assert.ok(performance.now() - started < 9_000, `${performance.now() - started} ms`);
});
