import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { buildTenant } from '../../test/builders.ts';
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts';
import { assertProblem, startNode } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';

// The limits are those of every installation: 12 s for an answer, 5 s for a connection.
const databaseUrl = await createTestDatabase();
const network = await startDatabaseProxy(databaseUrl);
const { address } = await startNode(network.url);
const app = { address, databaseUrl };

const isReady = async () => (await fetch(`${address}/health/ready`)).status === 200;
/** More than the number of checks after which a database without an answer counts as silent. */
const manyBeats = 9;

test('when the database falls silent, running and new requests are 503 within seconds', async (t) => {
  const { api, projectId } = await buildTenant(app);
  const customer = { project_id: projectId, name: 'Taro' };
  assert.equal((await api.post('/customers', customer)).status, 201);
  network.stall();
  t.after(network.restore);
  const started = performance.now();
  const waiting = [api.get('/customers'), api.post('/customers', customer), api.get(`/customers?q=Taro`)];
  for (const answer of await Promise.all(waiting)) assertProblem(answer, 503, 'unavailable');
  assert.ok(performance.now() - started < 10_000, `${performance.now() - started} ms`);
  const asked = performance.now();
  assertProblem(await api.get('/customers'), 503, 'unavailable');
  assert.ok(performance.now() - asked < 2_000, `${performance.now() - asked} ms`);

  network.restore();
  await until(isReady);
  await until(async () => (await api.get('/customers')).status === 200);
  assert.equal((await api.post('/customers', customer)).status, 201);
});

test('a commit whose answer was lost may have been done, and the answer says so', async (t) => {
  const { api, projectId } = await buildTenant(app);
  network.deafenAfter('insert_customers', 'commit\0');
  t.after(network.restore);
  const answer = await api.post('/customers', { project_id: projectId, name: 'Taro' });
  assertProblem(answer, 503, 'unavailable');
  assert.match(answer.body.error.message, /was made completely or not at all/);
  network.restore();
  await until(isReady);
  await until(async () => (await api.get('/customers')).body.pagination?.total === 1);
});

test('a statement that takes long is not taken for silence', async () => {
  const { api, projectId } = await buildTenant(app);
  const blocker = new pg.Client({ connectionString: databaseUrl });
  await blocker.connect();
  try {
    await blocker.query('begin');
    await blocker.query('select from projects where project_id = $1 for update', [projectId]);
    const beats = network.count('heartbeat\0');
    const creating = api.post('/customers', { project_id: projectId, name: 'Taro' });
    await until(() => beats() >= manyBeats);
    await blocker.query('commit');
    assert.equal((await creating).status, 201);
  } finally {
    await blocker.end();
  }
});
