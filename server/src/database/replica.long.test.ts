import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTenant, query } from '../../test/builders.ts';
import { startReplicated } from '../../test/stand-ins/standby-postgres.ts';
import { client, startNode, type TestClient } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { createLog } from '../platform/log.ts';

const { primaryUrl, standbyUrl, startStandby, stopStandby } = await startReplicated();
const lines: string[] = [];
const log = createLog('info', { write: (line) => lines.push(line) });
const node = await startNode(primaryUrl, { DATABASE_REPLICA_URL: standbyUrl }, log);
/** It writes without knowing of the replica, as another node or worker would. */
const other = await startNode(primaryUrl);
const { api, projectId, key } = await buildTenant(node, { licenses: ['open_api_advanced'] });
const standby = { databaseUrl: standbyUrl };

async function readsOn(server: 'replica' | 'primary'): Promise<number> {
  const text = await (await fetch(`${node.address}/metrics`)).text();
  return Number(
    text.match(new RegExp(`^trunkline_replica_reads_total\\{server="${server}"\\} (\\d+)$`, 'm'))?.[1] ?? 0,
  );
}

let serial = 0;
async function createCustomer(writer: TestClient): Promise<string> {
  const answer = await writer.post('/customers', { name: `顧客${++serial}`, project_id: projectId });
  assert.equal(answer.status, 201);
  return answer.body.data.customer_id;
}

const newest = async () => (await api.get('/customers?sort=desc&per_page=1')).body;

async function isReadFromReplica(path: string): Promise<boolean> {
  const before = await readsOn('replica');
  assert.equal((await api.get(path)).status, 200, path);
  return (await readsOn('replica')) > before;
}

const isFollowing = () => isReadFromReplica('/customers?sort=desc&per_page=1');

test('lists, searches and reports are read from the replica', { timeout: 240_000 }, async () => {
  const today = new Date().toISOString().slice(0, 10);
  for (const path of [
    '/customers',
    '/customers?sort=desc',
    '/customers?q=%E9%A1%A7',
    `/calls?from=${today}&to=${today}&sort=asc`,
    `/calls?from=${today}&to=${today}`,
    '/reports/summary',
    '/reports/users?timezone=Asia/Tokyo',
    '/reports/tags',
  ]) {
    // The replica of a busy machine may be behind for a moment.
    await until(() => isReadFromReplica(path)).catch((error) => assert.fail(`${path}: ${error}`));
  }
});

test('what any node has acknowledged is in every list that follows', { timeout: 240_000 }, async () => {
  const writer = client(other, key);
  const [replica, primary] = [await readsOn('replica'), await readsOn('primary')];
  for (let i = 0; i < 200; i++) {
    const customerId = await createCustomer(writer);
    const { data, pagination } = await newest();
    assert.equal(data[0].customer_id, customerId);
    assert.equal(pagination.total, serial);
    const upwards = await api.get(`/customers?sort=asc&per_page=1&page=${serial}`);
    assert.equal(upwards.body.data[0].customer_id, customerId);
  }
  assert.ok((await readsOn('replica')) - replica > (await readsOn('primary')) - primary, 'most were read from it');
});

test('a replica that is behind is not read', { timeout: 240_000 }, async () => {
  await query(standby, 'select pg_wal_replay_pause()');
  const customerId = await createCustomer(api);
  assert.equal((await newest()).data[0].customer_id, customerId);
  assert.ok(lines.some((line) => line.includes('replica.left') && line.includes('behind')));
  const again = await createCustomer(api);
  assert.equal((await newest()).data[0].customer_id, again);

  await query(standby, 'select pg_wal_replay_resume()');
  await until(isFollowing);
  assert.ok(lines.some((line) => line.includes('replica.used')));
});

test('without its replica the node reads from the primary, and returns to it', { timeout: 240_000 }, async () => {
  await stopStandby();
  const customerId = await createCustomer(api);
  assert.equal((await newest()).data[0].customer_id, customerId);
  assert.ok(lines.some((line) => line.includes('replica.left') && line.includes('failed')));
  await startStandby();
  await until(isFollowing);
});

test('a promoted replica is another database, and is not read', { timeout: 240_000 }, async () => {
  await query(standby, 'select pg_promote()');
  const customerId = await createCustomer(api);
  for (let i = 0; i < 3; i++) assert.equal((await newest()).data[0].customer_id, customerId);
  const before = await readsOn('replica');
  await newest();
  assert.equal(await readsOn('replica'), before);
});
