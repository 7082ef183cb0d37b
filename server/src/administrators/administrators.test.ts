import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from '../database/connect.ts';
import { idOf, type TenantId } from '../platform/ids.ts';
import type { Problem } from '../platform/problem.ts';
import { secretBox } from '../platform/secret-box.ts';
import { createTenant } from '../tenants/create-tenant.ts';
import { beginTotp } from './change-totp.ts';
import { createAdministrator } from './create-administrator.ts';
import { makePassword, verifyPassword } from './credentials/password.ts';
import { findCredentials, listAdministrators } from './queries.ts';
import { resetPassword } from './reset-password.ts';
import { startSession } from './sessions/start-session.ts';
import { sessionVerifier } from './sessions/verify-session.ts';

const client = { ip: '192.0.2.7', user_agent: null };
const db = connect(await createTestDatabase(), { poolSize: 4, applicationName: 'test', onIdleError: () => {} });
after(() => db.close());
const box = secretBox(Buffer.alloc(32, 'k'));
const newTenant = () => db.transaction((tx) => createTenant(tx, { name: 'Tenant' }));
const create = async (tenantId: TenantId, email: string) => {
  const { password, passwordHash } = await makePassword();
  const administratorId = await db.transaction((tx) => createAdministrator(tx, tenantId, { email, passwordHash }));
  return { administratorId, password };
};

test('an administrator is created with a password of which only the hash is stored', async () => {
  const tenantId = await newTenant();
  const { administratorId, password } = await create(tenantId, ' Ann@Example.com ');
  const [row, ...others] = await listAdministrators.all(db, { tenant_id: tenantId });
  assert.deepEqual([row?.administrator_id, row?.email, others], [administratorId, 'Ann@Example.com', []]);
  assert.ok(password.length > 20);
});

test('one address signs in once, over all tenants and in any case, also when two try at once', async () => {
  const [one, two] = [await newTenant(), await newTenant()];
  const outcomes = await Promise.allSettled([create(one, 'bob@example.com'), create(two, 'BOB@example.com')]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  await assert.rejects(create(two, 'Bob@Example.COM'), (refusal: Problem) => refusal.details[0]?.code === 'taken');
});

test('a malformed email address is refused', async () => {
  const tenantId = await newTenant();
  for (const email of [
    '',
    'ann',
    'ann@',
    '@example.com',
    'a b@example.com',
    'a@b@c',
    `${'a'.repeat(250)}@b.cd`,
    'a\0@b.c',
  ])
    await assert.rejects(create(tenantId, email), { code: 'validation_failed' }, email);
});

test('a password that was lost is replaced, which ends all sessions, and with them the codes where that is wanted', async () => {
  const tenantId = await newTenant();
  const { administratorId, password } = await create(tenantId, 'dora@example.com');
  const session = await db.transaction((tx) => startSession(tx, tenantId, administratorId, client));
  const sessions = sessionVerifier(db);
  assert.equal((await sessions.verify(session.token, 'used'))?.administrator?.email, 'dora@example.com');
  const row = () => findCredentials.first(db, { tenant_id: tenantId, administrator_id: administratorId });
  const { password_hash = '' } = (await row()) ?? {};
  const proven = { administratorId, passwordHash: password_hash, field: 'password' };
  await db.transaction((tx) => beginTotp(tx, tenantId, proven, box));
  const reset = async (totp: 'keep' | 'remove') => {
    const { password, passwordHash } = await makePassword();
    await db.transaction((tx) => resetPassword(tx, tenantId, { administratorId, by: 'operator', totp, passwordHash }));
    return password;
  };

  const kept = await reset('keep');
  assert.equal(await sessions.verify(session.token, 'used'), undefined);
  const now = await row();
  assert.equal(await verifyPassword(kept, now?.password_hash), true);
  assert.equal(await verifyPassword(password, now?.password_hash), false);
  assert.ok(now?.totp_candidate);
  await reset('remove');
  assert.equal((await row())?.totp_candidate, null);
});

test('an unknown tenant gets no administrator', async () => {
  await assert.rejects(create(idOf('tenant', 999_999), 'carl@example.com'), {
    code: 'not_found',
    message: /no tenant 999999/,
  });
});

test('a session is used by requests, and not by a stream that is left open', async () => {
  const tenantId = await newTenant();
  const { administratorId } = await create(tenantId, 'emil@example.com');
  const { token } = await db.transaction((tx) => startSession(tx, tenantId, administratorId, client));
  const tomorrow = Date.now() + 24 * 3_600_000;
  const isUnused = async () => {
    const text = 'select max(last_used_at) as at from sessions where administrator_id = $1';
    const { rows } = await db.execute({ name: 'last_used', text, values: [administratorId] });
    return (rows[0] as { at: Date }).at.getTime() < tomorrow;
  };
  const sessions = sessionVerifier(db, () => tomorrow);
  assert.ok(await sessions.verify(token, 'seen'));
  await sessions.writeLastUsed();
  assert.equal(await isUnused(), true);
  await sessions.verify(token, 'used');
  await sessions.writeLastUsed();
  assert.equal(await isUnused(), false);
});
