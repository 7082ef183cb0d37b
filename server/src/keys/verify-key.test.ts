import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKey, buildTenant, query } from '../../test/builders.ts';
import { openConnection, requestHead } from '../../test/raw-http.ts';
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts';
import { assertProblem, client, startNode } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { connect, type Database } from '../database/connect.ts';
import { listenToChannel } from '../database/listen-to-channel.ts';
import { newApiKey } from '../platform/api-key.ts';
import { createLog } from '../platform/log.ts';
import { keyVerifier } from './verify-key.ts';

const databaseUrl = await createTestDatabase();
const network = await startDatabaseProxy(databaseUrl);
const near = await startNode(databaseUrl, { RATE_LIMIT: 0 }); // A key is used as often as this machine can.
const far = await startNode(network.url, { RATE_LIMIT: 0 });
const nodes = [near, far];
const { tenantId, projectId, key: usedAtOnce, keyId: usedAtOnceId, api } = await buildTenant(near);
await api.get('/customers');

const statusOn = async (node: { address: string }, key: string) => (await client(node, key).get('/customers')).status;
const revoke = (keyId: number) => query(near, 'update api_keys set revoked_at = now() where key_id = $1', [keyId]);

/** Resolves when the far node answers from memory. */
const remembers = async (key: string) => {
  const lookUps = network.count('find_key_by_hash');
  await until(async () => {
    const before = lookUps();
    assert.equal(await statusOn(far, key), 200);
    return lookUps() === before;
  });
};

/** Resolves when this is the answer, and fails if a question that is asked more than a second later gets another one. */
async function isWithinASecond<T>(ask: () => Promise<T>, answer: T): Promise<void> {
  const deadline = performance.now() + 1_000;
  await until(async () => {
    const isLate = performance.now() > deadline;
    const got = await ask();
    if (isLate) assert.equal(got, answer);
    return got === answer;
  });
}

const withinASecond = (key: string, status: number) =>
  Promise.all(nodes.map((node) => isWithinASecond(() => statusOn(node, key), status)));

// Whole servers

test('a revoked key is refused by every node within a second', async () => {
  const { key, keyId } = await buildKey(near, tenantId);
  assert.equal(await statusOn(near, key), 200);
  await remembers(key);
  await revoke(keyId);
  await withinASecond(key, 401);
  for (const node of nodes) assertProblem(await client(node, key).get('/customers'), 401, 'invalid_api_key');
});

test('a key that is revoked while it is in use everywhere is refused everywhere, and before that served', async () => {
  const { key, keyId } = await buildKey(near, tenantId);
  let isOver = false;
  const seen: { status: number; sentAt: number }[] = [];
  const use = async (node: { address: string }) => {
    while (!isOver) {
      const sentAt = performance.now();
      seen.push({ status: await statusOn(node, key), sentAt });
    }
  };
  const users = [...nodes, ...nodes, ...nodes].map(use);
  await until(() => seen.length > 30);
  await revoke(keyId);
  const revokedAt = performance.now();
  await until(() => seen.filter(({ sentAt }) => sentAt > revokedAt + 1_000).length > 30);
  isOver = true;
  await Promise.all(users);
  assert.deepEqual([...new Set(seen.map(({ status }) => status))].sort(), [200, 401]);
  assert.ok(seen.every(({ status, sentAt }) => status === 401 || sentAt < revokedAt + 1_000));
});

test('a request that was begun with a good key writes nothing once the key is revoked', async () => {
  const { key, keyId } = await buildKey(near, tenantId);
  const body = JSON.stringify({ project_id: projectId, name: 'Too late' });
  const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Expect: 100-continue'];
  const connection = await openConnection(near);
  connection.write(requestHead(key, 'POST /api/v1/customers', ...fields));
  assert.equal((await connection.answer()).status, 100); // The key has been accepted, and the server waits for the body.
  await revoke(keyId);
  await withinASecond(key, 401);
  connection.write(body);
  assertProblem(await connection.answer(), 401, 'invalid_api_key');
  assert.equal((await api.get('/customers?q=Too%20late')).body.pagination.total, 0);
});

test('a key that was tried before it existed works within a second of being made', async () => {
  const { key, keyId } = await buildKey(near, tenantId);
  const [row] = await query(near, 'delete from api_keys where key_id = $1 returning *', [keyId]);
  await withinASecond(key, 401);
  const columns = 'tenant_id, name, kind, hash, hint, scopes';
  await query(near, `insert into api_keys (${columns}) values ($1, 'Key', 'test', $2, '', $3)`, [
    tenantId,
    row?.hash,
    row?.scopes,
  ]);
  await withinASecond(key, 200);
});

test('a change of scopes, allowlist or expiry acts on every node within a second', async () => {
  const { key, keyId } = await buildKey(near, tenantId);
  await withinASecond(key, 200);
  const change = (assignment: string) => query(near, `update api_keys set ${assignment} where key_id = $1`, [keyId]);
  await change(`scopes = '{calls:read}'`);
  await withinASecond(key, 403);
  await change(`scopes = '{customers:read}', allowlist = '{192.0.2.1}'`);
  await withinASecond(key, 403);
  await change(`allowlist = '{}'`);
  await withinASecond(key, 200);
  await change(`expires_at = now()`);
  await withinASecond(key, 401);
  await change(`expires_at = null`);
  await withinASecond(key, 200);
});

for (const [trouble, is] of [
  ['cut', 'is cut'],
  ['stall', 'has stalled'],
] as const) {
  test(`a node whose listening connection ${is} still refuses a revoked key within a second`, async () => {
    const { key, keyId } = await buildKey(near, tenantId);
    await remembers(key);
    network[trouble]('trunkline listen');
    await revoke(keyId);
    await withinASecond(key, 401);
    assert.equal(await statusOn(far, usedAtOnce), 200);

    // It receives notifications again without help.
    network.restore();
    const second = await buildKey(near, tenantId);
    await remembers(second.key);
    await revoke(second.keyId);
    await withinASecond(second.key, 401);
  });
}

test('behind a pooler that swallows notifications no key is remembered, and a revocation is seen at once', async () => {
  const pooler = await startDatabaseProxy(databaseUrl);
  pooler.swallowNotifications();
  const lines: string[] = [];
  const node = await startNode(pooler.url, {}, createLog('warn', { write: (line) => lines.push(line) }));
  await until(() => lines.some((line) => line.includes('NOTIFY is not heard')));

  const { key, keyId } = await buildKey(near, tenantId);
  const lookUps = pooler.count('find_key_by_hash');
  for (let i = 1; i <= 5; i++) {
    assert.equal(await statusOn(node, key), 200);
    assert.equal(lookUps(), i);
  }
  await revoke(keyId);
  assert.equal(await statusOn(node, key), 401);
});

test('a license that is added or removed takes effect within a second', async () => {
  const { db } = countingDatabase();
  const tenant = await buildTenant(near);
  const keys = keyVerifier(db, () => announcements.receivedUpTo());
  const announcements = listenToChannel(databaseUrl, 'keys', {
    onNotification: keys.forgetAll,
    onConnect: keys.forgetAll,
    onDisconnect() {},
  });
  test.after(() => announcements.stop());
  await until(() => Number.isFinite(announcements.receivedUpTo()));
  const hasLicense = async () => (await keys.verify(tenant.key))?.licenses.has('open_api_advanced');
  assert.equal(await hasLicense(), false);
  await query(near, `insert into tenant_licenses (tenant_id, license) values ($1, 'open_api_advanced')`, [
    tenant.tenantId,
  ]);
  await isWithinASecond(hasLicense, true);
  await query(near, 'delete from tenant_licenses where tenant_id = $1', [tenant.tenantId]);
  await isWithinASecond(hasLicense, false);
});

test("one tenant's revocation leaves the other tenant's keys alone", async () => {
  const stranger = await buildTenant(near);
  const { key, keyId } = await buildKey(near, tenantId);
  await withinASecond(key, 200);
  await revoke(keyId);
  await withinASecond(key, 401);
  await withinASecond(stranger.key, 200);
});

// The verifier alone, on a database that counts its queries

function countingDatabase(): { db: Database; asked: () => number } {
  const real = connect(databaseUrl, { poolSize: 2, applicationName: 'trunkline test', onIdleError: () => {} });
  let asked = 0;
  const db: Database = {
    ...real,
    execute: (statement) => {
      asked += 1;
      return real.execute(statement);
    },
  };
  test.after(() => real.close());
  return { db, asked: () => asked };
}

test('a wrong key costs as many questions as a right one: one, and then none', async () => {
  const { db, asked } = countingDatabase();
  const right = await buildKey(near, tenantId);
  const revoked = await buildKey(near, tenantId);
  await revoke(revoked.keyId);
  const expired = await buildKey(near, tenantId, { expiresAt: new Date(0) });
  const { verify } = keyVerifier(db, () => performance.now());
  for (const key of [right.key, newApiKey('test'), newApiKey('live'), revoked.key, expired.key]) {
    const before = asked();
    assert.equal((await verify(key)) !== undefined, key === right.key);
    assert.equal(asked() - before, 1);
    for (let i = 0; i < 5; i++) assert.equal((await verify(key)) !== undefined, key === right.key);
    assert.equal(asked() - before, 1);
  }
  // Text that cannot be a key is not looked up at all.
  const before = asked();
  for (const key of ['', 'nonsense', right.key.slice(1), `${right.key}x`]) assert.equal(await verify(key), undefined);
  assert.equal(asked(), before);
});

test('while notifications are not received every key is looked up every time', async () => {
  const { db, asked } = countingDatabase();
  const { key } = await buildKey(near, tenantId);
  let receivedUpTo = performance.now();
  const { verify } = keyVerifier(db, () => receivedUpTo);
  await verify(key);
  await verify(key);
  assert.equal(asked(), 1);
  receivedUpTo = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 3; i++) await verify(key);
  assert.equal(asked(), 4);
  receivedUpTo = performance.now() - 1_000;
  await verify(key);
  assert.equal(asked(), 5);
  receivedUpTo = performance.now();
  await verify(key);
  assert.equal(asked(), 5);
});

test('an announcement that comes while a key is being asked for is not lost', async () => {
  const { db, asked } = countingDatabase();
  const { key, keyId } = await buildKey(near, tenantId);
  const { verify, forgetAll } = keyVerifier(db, () => performance.now());
  const verifying = verify(key);
  forgetAll();
  assert.ok(await verifying);
  await revoke(keyId);
  assert.equal(await verify(key), undefined);
  assert.equal(asked(), 2);
});

test('a remembered key expires when its time comes', async () => {
  const { db, asked } = countingDatabase();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { key } = await buildKey(near, tenantId, { expiresAt });
  let now = Date.now();
  const { verify } = keyVerifier(
    db,
    () => performance.now(),
    () => now,
  );
  assert.ok(await verify(key));
  now = expiresAt.getTime() - 1;
  assert.ok(await verify(key));
  now = expiresAt.getTime();
  assert.equal(await verify(key), undefined);
  assert.equal(asked(), 1);
});

test('a verified key has the data of its row and its tenant', async () => {
  const { db } = countingDatabase();
  const tenant = await buildTenant(near, { country: 'JP', licenses: ['open_api_advanced'], kind: 'live' });
  const { verify } = keyVerifier(db, () => performance.now());
  const caller = await verify(tenant.key);
  assert.deepEqual(
    { ...caller, scopes: [...(caller?.scopes ?? [])].length, licenses: [...(caller?.licenses ?? [])] },
    {
      tenantId: tenant.tenantId,
      meter: `key:${tenant.keyId}`,
      kind: 'live',
      scopes: 6,
      licenses: ['open_api_advanced'],
      allowsAssistants: false,
      allows: undefined,
      expiresAt: Number.POSITIVE_INFINITY,
      defaultCountry: 'JP',
      timezone: 'UTC',
      hasCallLimits: false,
      projects: null,
    },
  );
});

const lastUsed = async (keyId: number): Promise<Date | null> => {
  const [row] = await query(near, 'select last_used_at from api_keys where key_id = $1', [keyId]);
  return row?.last_used_at;
};

test('when a key was last used is written later, once for many uses, and also when writing failed at first', async () => {
  const proxied = connect(network.url, { poolSize: 2, applicationName: 'trunkline test', onIdleError: () => {} });
  test.after(() => proxied.close());
  const { key, keyId } = await buildKey(near, tenantId);
  let now = Date.now();
  const keys = keyVerifier(
    proxied,
    () => performance.now(),
    () => now,
  );
  await keys.verify(key);
  now += 1_000;
  await keys.verify(key);
  assert.equal(await lastUsed(keyId), null);

  network.cut();
  await assert.rejects(keys.writeLastUsed());
  network.restore();
  // Connecting may time out on a busy machine.
  await until(() =>
    keys.writeLastUsed().then(
      () => true,
      () => false,
    ),
  );
  assert.deepEqual(await lastUsed(keyId), new Date(now));

  await query(near, `update api_keys set last_used_at = $2 where key_id = $1`, [keyId, new Date(now + 9_000)]);
  await keys.writeLastUsed();
  now += 1_000;
  await keys.verify(key);
  await keys.writeLastUsed();
  assert.deepEqual(await lastUsed(keyId), new Date(now + 8_000), 'another node saw a later use');
});

test('a wrong key counts as used by no tenant', async () => {
  const { db, asked } = countingDatabase();
  const keys = keyVerifier(db, () => performance.now());
  await keys.verify(newApiKey('test'));
  await keys.writeLastUsed();
  assert.equal(asked(), 1);
});

test('the server writes when a key was last used by itself, and no node takes that for a change', async () => {
  const at = await until(() => lastUsed(usedAtOnceId));
  assert.ok(at.getTime() >= performance.timeOrigin - 1_000 && at.getTime() <= Date.now() + 1_000);
  assert.equal((await api.post('/customers', { project_id: projectId, name: 'Taro' })).status, 201);
});
