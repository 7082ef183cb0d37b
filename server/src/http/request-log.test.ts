import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { buildKey, buildTenant, query } from '../../test/builders.ts';
import { assertListed } from '../../test/listed-lines.ts';
import { openConnection, sendRaw } from '../../test/raw-http.ts';
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts';
import { client, startNode } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { newApiKey } from '../platform/api-key.ts';
import { createLog } from '../platform/log.ts';

const lines: string[] = [];
const destination = new Writable({
  write(chunk, _encoding, done) {
    lines.push(`${chunk}`);
    done();
  },
});
const databaseUrl = await createTestDatabase();
const network = await startDatabaseProxy(databaseUrl);
const { address, stop } = await startNode(network.url, {}, createLog('trace', destination));
const app = { address, databaseUrl };

// biome-ignore lint/suspicious/noExplicitAny: a line may hold anything
const logged = (): Record<string, any>[] => lines.map((line) => JSON.parse(line));
const lineOf = (requestId: string | null) =>
  until(() => logged().find(({ request_id, event }) => request_id === requestId && event === 'request.completed'));

test('a request is one line with the request, the answer and the client', async () => {
  const { api, tenantId, keyId } = await buildTenant(app);
  const answer = await api.get('/customers/123456?x=1');
  const { time, ms, level, ...rest } = await lineOf(answer.headers.get('x-request-id'));
  assert.deepEqual(rest, {
    request_id: answer.headers.get('x-request-id'),
    method: 'GET',
    route: '/api/v1/customers/:customerId',
    status: 404,
    ip: '127.0.0.1',
    tenant_id: tenantId,
    key_id: keyId,
    event: 'request.completed',
    msg: 'request completed',
  });
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
  assert.ok(ms >= 0);
  const unknown = await client(app).get('/nothing/at/all');
  assert.equal((await lineOf(unknown.headers.get('x-request-id'))).route, 'unknown');
});

test('the log line of a refused known key names the key and its tenant, and one of an unknown key names none', async () => {
  const { tenantId } = await buildTenant(app);
  const elsewhere = await buildKey(app, tenantId, { allowlist: ['192.0.2.1'] });
  const unscoped = await buildKey(app, tenantId, { scopes: [] });
  const limited = await startNode(databaseUrl, { RATE_LIMIT: 1 }, createLog('info', destination));
  const busy = await buildKey(app, tenantId);
  assert.equal((await client(limited, busy.key).get('/customers')).status, 200);
  const refusals = [
    { status: 403, keyId: elsewhere.keyId, answer: await client(app, elsewhere.key).get('/customers') },
    { status: 403, keyId: unscoped.keyId, answer: await client(app, unscoped.key).get('/customers') },
    { status: 429, keyId: busy.keyId, answer: await client(limited, busy.key).get('/customers') },
  ];
  for (const { status, keyId, answer } of refusals) {
    const line = await lineOf(answer.headers.get('x-request-id'));
    assert.deepEqual([line.status, line.tenant_id, line.key_id], [status, tenantId, keyId]);
  }
  const unknown = await client(app, newApiKey('live')).get('/customers');
  const { status, tenant_id, key_id } = await lineOf(unknown.headers.get('x-request-id'));
  assert.deepEqual([status, tenant_id, key_id], [401, undefined, undefined]);
});

test('a key that is revoked while its body arrives is named in the 401', async () => {
  const { key, keyId, tenantId } = await buildTenant(app);
  const fields = [`Authorization: Bearer ${key}`, 'X-Request-ID: late', 'Content-Length: 2', 'Expect: 100-continue'];
  const connection = await openConnection(app);
  connection.write(`POST /api/v1/customers HTTP/1.1\r\nHost: test\r\n${fields.join('\r\n')}\r\n\r\n`);
  assert.equal((await connection.answer()).status, 100);
  // The open request counts against the limit once its key has been read.
  let others = 0;
  await until(async () => {
    const { headers } = await client(app, key).get('/customers');
    const read = (name: string, field: string) => Number(headers.get(name)?.match(`${field}=(\\d+)`)?.[1]);
    return read('ratelimit-policy', 'q') - read('ratelimit', 'r') > ++others;
  });
  await query(app, 'update api_keys set revoked_at = now() where key_id = $1', [keyId]);
  await until(async () => (await client(app, key).get('/customers')).status === 401);
  connection.write('{}');
  assert.equal((await connection.answer()).status, 401);
  const line = await lineOf('late');
  assert.deepEqual([line.status, line.tenant_id, line.key_id], [401, tenantId, keyId]);
});

test('a client that leaves in the middle is not logged as a failure of the server', async () => {
  const { key } = await buildTenant(app);
  const fields = [`Authorization: Bearer ${key}`, 'X-Request-ID: leaver', 'Content-Length: 100'];
  const connection = await openConnection(app);
  connection.write(`POST /api/v1/customers HTTP/1.1\r\nHost: test\r\n${fields.join('\r\n')}\r\n\r\n{`);
  connection.close();
  assert.ok((await lineOf('leaver')).status < 500);
  assert.ok(!logged().some(({ request_id, level }) => request_id === 'leaver' && level >= 50));
});

test('in a whole run, with failures of every kind, no number, key or secret is logged', async () => {
  const { api, key, tenantId, projectId } = await buildTenant(app);
  const wrong = newApiKey('live');
  const national = '090-1234-5678';
  const customer = { project_id: projectId, name: 'Taro', tel1: '+81 90-1234-5678', tel2: '+819012345678', notes: key };

  await api.post('/customers', customer, { 'idempotency-key': '+819012345678' });
  await api.post('/customers', { ...customer, tel1: national, external_id: '+819012345678' });
  await api.post('/customers', `{"tel1":"+819012345678","key":"${key}"`);
  await api.post('/customers', { '+819012345678': 1, [key]: 2 });
  await api.post('/customers/bulk', { customers: [customer, { tel1: national }] });
  for (const query of [
    'tel1=%2B819012345678',
    'tel1=+81 90-1234-5678',
    `q=${national}`,
    `key=${key}`,
    '%2B819012345678=1',
  ])
    await api.get(`/customers?${query}`);
  for (const path of ['+819012345678', '%2B819012345678', national, key, wrong]) await api.get(`/customers/${path}`);
  await api.get(`/${key}/+819012345678`);
  await api.get('/customers', {
    'x-request-id': '819012345678',
    'x-forwarded-for': '+819012345678',
    'user-agent': key,
  });
  await api.get('/customers', { 'x-request-id': key });
  await client(app, wrong).get('/customers');
  await client(app, '+819012345678').get('/customers');
  await client(app).get('/customers', { authorization: `Basic ${key}` });
  await sendRaw(app, `GET /${key} HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n+819012345678\r\n\r\n`);
  const expiring = await buildKey(app, tenantId);

  // A failure whose detail repeats the row, one that names the statement, and a database that goes away and comes back.
  await query(app, 'alter table customers add constraint no_numbers check (tel1 is null) not valid');
  assert.equal((await api.post('/customers', customer)).status, 500);
  assert.equal((await api.post('/customers', customer, { 'idempotency-key': 'a' })).status, 500);
  await query(app, 'alter table customers drop constraint no_numbers');
  await query(app, 'alter table customers rename to hidden');
  assert.equal((await api.get('/customers?tel1=%2B819012345678')).status, 500);
  await query(app, 'alter table hidden rename to customers');
  network.cut();
  assert.equal((await client(app, expiring.key).get('/customers?tel1=%2B819012345678')).status, 503);
  assert.equal((await api.post('/customers', customer)).status, 503);
  await until(() => lines.some((line) => line.includes('key.notify_lost')));
  network.restore();
  await until(async () => (await api.get('/customers')).status === 200);
  await stop();

  assertListed(lines);
  const everything = lines.join('');
  for (const message of ['request.failed', 'violates check constraint', 'does not exist', 'key.notify_lost'])
    assert.ok(everything.includes(message), message);
  const digits = everything.replace(/[ .()-]/g, '');
  for (const number of ['819012345678', '9012345678', '09012345678']) assert.ok(!digits.includes(number), number);
  for (const secret of [key, wrong, expiring.key]) {
    assert.ok(!everything.includes(secret));
    assert.ok(!everything.includes(secret.slice('tl_test_'.length)));
    assert.ok(!everything.includes(secret.slice(-20)));
  }
  const { password } = new URL(databaseUrl);
  assert.ok(!everything.includes(`:${password}@`));
  assert.ok(!/bearer (?!\*)/i.test(everything));
  assert.ok(!/[?&]\w+=/.test(everything), 'a query string was logged');
});
