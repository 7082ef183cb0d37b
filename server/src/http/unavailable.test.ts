import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { buildStaff, buildTenant, query, setReadOnly } from '../../test/builders.ts';
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts';
import { assertProblem, client, startNode, type TestAnswer } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { waiting } from '../../test/while-held.ts';
import { newApiKey } from '../platform/api-key.ts';

const databaseUrl = await createTestDatabase();
const network = await startDatabaseProxy(databaseUrl);
const impatient = new URL(network.url);
impatient.searchParams.set('query_timeout', '700');
const { address } = await startNode(impatient.href);
const app = { address, databaseUrl };

const health = async (which: string) => {
  const answer = await fetch(`${address}/health/${which}`);
  return { status: answer.status, body: (await answer.json()) as { status: string } };
};
const recovered = () => until(async () => (await health('ready')).status === 200);

function assertUnavailable(answer: TestAnswer): void {
  assert.deepEqual(assertProblem(answer, 503, 'unavailable'), []);
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

/** Locks a project against references, so that creating a customer in it waits in the middle of its transaction. */
async function blockProject(projectId: number): Promise<{ isWaitedFor(): Promise<boolean>; release(): Promise<void> }> {
  const blocker = new pg.Client({ connectionString: databaseUrl });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select from projects where project_id = $1 for update', [projectId]);
  return {
    isWaitedFor: async () => (await waiting(app)) > 0,
    release: () => blocker.end(),
  };
}

const customersOf = async (tenantId: number) => {
  const sql = `select (select count(*)::int from customers where tenant_id = $1) as customers,
    (select count(*)::int from events where tenant_id = $1) as events,
    (select count(*)::int from kept_answers where tenant_id = $1) as answers`;
  return (await query(app, sql, [tenantId]))[0];
};

test('while the database is out of reach everything that needs it is 503 with Retry-After, and then works again', async () => {
  const { api, projectId } = await buildTenant(app);
  const customer = { project_id: projectId, name: 'Taro' };
  const created = await api.post('/customers', customer);
  assert.equal(created.status, 201);
  assert.deepEqual(await health('ready'), { status: 200, body: { status: 'ok', checks: { database: 'ok' } } });

  network.cut();
  const path = `/customers/${created.body.data.customer_id}`;
  for (let round = 0; round < 3; round++) {
    assertUnavailable(await api.get('/customers'));
    assertUnavailable(await api.get(path));
    assertUnavailable(await api.put(path, { name: 'Jiro' }));
    assertUnavailable(await api.post('/customers', customer));
    assertUnavailable(await api.post('/customers', customer, { 'idempotency-key': 'a' }));
    assertUnavailable(await api.post('/customers/bulk', { customers: [customer] }));
    assertUnavailable(await client(app, newApiKey('test')).get('/customers'));
  }
  assert.deepEqual(await health('live'), { status: 200, body: { status: 'ok' } });
  assert.deepEqual(await health('ready'), {
    status: 503,
    body: { status: 'unavailable', checks: { database: 'unreachable' } },
  });
  // Answers that need no database stay the same.
  assertProblem(await api.get('/nothing'), 404, 'not_found');
  assertProblem(await client(app).get('/customers'), 401, 'missing_api_key');
  assertProblem(await client(app, 'nonsense').get('/customers'), 401, 'invalid_api_key');

  network.restore();
  await recovered();
  assert.deepEqual((await api.get(path)).body, created.body);
  assert.equal((await api.get('/customers')).body.pagination.total, 1);
});

test('a network that swallows everything in silence is 503 too, and readiness does not wait for it', async () => {
  const { api } = await buildTenant(app);
  // Connections that exist already: opening one would take the driver's own five seconds to fail.
  await Promise.all(Array.from({ length: 20 }, () => api.get('/customers')));
  network.stall();
  const started = performance.now();
  assert.equal((await health('ready')).status, 503);
  assert.ok(performance.now() - started < 2_000);
  assert.equal((await health('live')).status, 200);
  assertUnavailable(await api.get('/customers'));
  network.restore();
  await recovered();
  assert.equal((await api.get('/customers')).status, 200);
});

test('a connection that breaks in the middle of a write is 503, and nothing is half done', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const customers = [1, 2, 3].map((i) => ({ project_id: projectId, name: `Customer ${i}` }));
  for (const headers of [{}, { 'idempotency-key': 'middle' }] as Record<string, string>[]) {
    const block = await blockProject(projectId);
    const writing = api.post('/customers/bulk', { customers }, headers);
    await until(block.isWaitedFor);
    network.cut();
    assertUnavailable(await writing);
    await block.release();
    await until(async () => !(await block.isWaitedFor()));
    network.restore();
    await recovered();
    assert.deepEqual(await customersOf(tenantId), { customers: 0, events: 0, answers: 0 });
  }
  const again = await api.post('/customers/bulk', { customers }, { 'idempotency-key': 'middle' });
  assert.equal(again.status, 201);
  assert.equal(again.headers.get('idempotent-replayed'), null);
  assert.deepEqual(await customersOf(tenantId), { customers: 3, events: 3, answers: 1 });
});

test('a write whose commit was not acknowledged is done once when it is sent again with its Idempotency-Key', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const send = () => api.post('/customers', { project_id: projectId, name: 'Taro' }, { 'idempotency-key': 'commit' });
  network.deafenAfter('keep_answer', 'commit\0');
  const first = send();
  await until(async () => (await customersOf(tenantId))?.customers === 1);
  network.cut();
  assertUnavailable(await first);
  network.restore();
  await recovered();
  const second = await send();
  assert.equal(second.status, 201, second.text);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal((await api.get('/customers')).body.data[0].customer_id, second.body.data.customer_id);
  assert.deepEqual(await customersOf(tenantId), { customers: 1, events: 1, answers: 1 });
});

test('a hang-up that was committed is answered, although the database fails while the request waits for the phone', async () => {
  const { api, tenantId, projectId } = await buildTenant(app, { kind: 'live' });
  const staff_id = await buildStaff(app, tenantId);
  const body = { staff_id, project_id: projectId, phone_number: '+819012345678' };
  const { call_id } = (await api.post('/calls/initiate', body)).body.data;
  network.deafenAfter('find_open_call');
  const looks = network.count('find_open_call');
  const hangingUp = api.post(`/calls/${call_id}/hangup`);
  await until(async () => looks() > 0);
  network.cut();
  const { status, body: ended } = await hangingUp;
  network.restore();
  assert.deepEqual([status, ended.data.status], [200, 'canceled']);
  await recovered();
  assert.deepEqual((await api.get(`/calls/${call_id}`)).body.data, ended.data);
});

test('connections that PostgreSQL itself ends are replaced', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const endAll = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'trunkline%'`;
  const block = await blockProject(projectId);
  const writing = api.post('/customers', { project_id: projectId, name: 'Taro' });
  await until(block.isWaitedFor);
  await query(app, endAll);
  assertUnavailable(await writing);
  await block.release();
  assert.deepEqual(await customersOf(tenantId), { customers: 0, events: 0, answers: 0 });
  assert.equal((await api.post('/customers', { project_id: projectId, name: 'Taro' })).status, 201);
});

test('while the database only reads, reading works, writing is 503 and says why, and then all works again', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const customer = { project_id: projectId, name: 'Taro' };
  const created = await api.post('/customers', customer);
  const path = `/customers/${created.body.data.customer_id}`;

  await setReadOnly(databaseUrl, 'on');
  await until(async () => (await health('ready')).body.status === 'read_only');
  assert.deepEqual(await health('ready'), {
    status: 200,
    body: { status: 'read_only', checks: { database: 'read_only' } },
  });
  assert.deepEqual((await api.get(path)).body, created.body);
  assert.equal((await api.get('/customers?q=Taro')).body.pagination.total, 1);
  const writes = [
    () => api.put(path, { name: 'Jiro' }),
    () => api.post('/customers', customer),
    () => api.post('/customers', customer, { 'idempotency-key': 'reads' }),
    () => api.post('/customers/bulk', { customers: [customer] }),
  ];
  for (const write of writes) {
    const refused = await write();
    assertUnavailable(refused);
    assert.match(refused.body.error.message, /^The service is temporarily read-only/);
  }

  await setReadOnly(databaseUrl, 'off');
  await until(async () => (await health('ready')).body.status === 'ok');
  assert.equal((await api.put(path, { name: 'Jiro' })).status, 200);
  assert.deepEqual(await customersOf(tenantId), { customers: 1, events: 2, answers: 0 });
});
