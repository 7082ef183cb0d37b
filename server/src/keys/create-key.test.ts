import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from '../database/connect.ts';
import { apiKeyHint, readApiKey } from '../platform/api-key.ts';
import { idOf, type TenantId } from '../platform/ids.ts';
import type { Problem } from '../platform/problem.ts';
import { createTenant } from '../tenants/create-tenant.ts';
import { createKey, type NewKey } from './create-key.ts';
import { findKeyByHash, listKeys } from './queries.ts';
import { revokeKey } from './revoke-key.ts';

const db = connect(await createTestDatabase(), { poolSize: 4, applicationName: 'test', onIdleError: () => {} });
after(() => db.close());

const now = Date.now();
const plain: NewKey = { name: 'Key', kind: 'test', scopes: ['customers:read'] };
const newTenant = () => db.transaction((tx) => createTenant(tx, { name: 'Tenant' }));
const create = (tenantId: TenantId, wanted: Partial<NewKey> = {}) =>
  db.transaction((tx) => createKey(tx, tenantId, { ...plain, ...wanted }, now));
const find = (key: string) => findKeyByHash.first(db, { hash: Buffer.from(readApiKey(key)?.hash ?? '', 'hex') });

test('a key is found by its hash, with all that was asked for', async () => {
  const tenantId = await newTenant();
  const expiresAt = new Date(now + 60_000);
  const allowlist = ['192.0.2.7', '10.0.0.0/8', '2001:db8::/32'];
  const scopes = ['calls:read', 'customers:read', 'calls:read'];
  const wanted = { kind: 'live', scopes, allowlist, expiresAt, allowsAssistants: true };
  const { keyId, key } = await create(tenantId, wanted);

  const found = await find(key);
  assert.deepEqual([found?.tenant_id, found?.key_id, found?.kind], [tenantId, keyId, 'live']);
  assert.deepEqual([found?.scopes, found?.allowlist], [['customers:read', 'calls:read'], allowlist]);
  assert.deepEqual([found?.expires_at, found?.allows_assistants], [expiresAt, true]);
});

test('a list of keys shows distinguishing fields and never a key', async () => {
  const tenantId = await newTenant();
  const { keyId, key } = await create(tenantId);
  const keys = await listKeys.all(db, { tenant_id: tenantId });
  assert.deepEqual(
    keys.map(({ key_id, hint, last_used_at, revoked_at }) => [key_id, hint, last_used_at, revoked_at]),
    [[keyId, apiKeyHint(key), null, null]],
  );
  assert.ok(!JSON.stringify(keys).includes(key.slice(8, -4)));
});

test('all faults of a key are reported at once', async () => {
  const wanted = {
    name: '',
    kind: 'demo',
    scopes: ['calls:raed'],
    allowlist: ['10.0.0.0/33'],
    expiresAt: new Date(now),
  };
  await assert.rejects(create(await newTenant(), wanted), (refusal: Problem) => {
    assert.deepEqual(
      refusal.details.map(({ field }) => field),
      ['kind', 'name', 'scopes', 'allowlist', 'expires_at'],
    );
    assert.match(refusal.details[2]?.message ?? '', /calls:read/);
    return true;
  });
});

test('an allowlist has fifty entries at most, a key one scope at least', async () => {
  const tenantId = await newTenant();
  const addresses = (count: number) => Array.from({ length: count }, (_, i) => `192.0.2.${i}`);
  await create(tenantId, { allowlist: addresses(50) });
  await assert.rejects(create(tenantId, { allowlist: addresses(51) }), { code: 'validation_failed' });
  await assert.rejects(create(tenantId, { scopes: [] }), { code: 'validation_failed' });
});

test('a revoked key is not found any more, and keeps the time of its first revocation', async () => {
  const tenantId = await newTenant();
  const { keyId, key } = await create(tenantId);
  const revoke = () => db.transaction((tx) => revokeKey(tx, tenantId, keyId));
  const first = await revoke();
  assert.equal(await find(key), undefined);
  assert.deepEqual(await revoke(), first);
});

test("another tenant's key cannot be revoked", async () => {
  const [owner, other] = [await newTenant(), await newTenant()];
  const { keyId, key } = await create(owner);
  await assert.rejects(
    db.transaction((tx) => revokeKey(tx, other, keyId)),
    { code: 'not_found', message: new RegExp(`tenant ${other} has no key ${keyId}`) },
  );
  assert.equal((await find(key))?.key_id, keyId);
});

test('an unknown tenant gets no key', async () => {
  await assert.rejects(create(idOf('tenant', 999_999)), { code: 'not_found' });
});
