import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from '../database/connect.ts';
import type { Problem } from '../platform/problem.ts';
import { createTenant } from '../tenants/create-tenant.ts';
import { createAdministrator } from './create-administrator.ts';
import { listAdministrators } from './queries.ts';

const db = connect(await createTestDatabase(), { poolSize: 4, applicationName: 'test', onIdleError: () => {} });
after(() => db.close());
const newTenant = () => db.transaction((tx) => createTenant(tx, { name: 'Tenant' }));
const create = (tenantId: number, email: string) =>
  db.transaction((tx) => createAdministrator(tx, tenantId, { email }));

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

test('what is no address is refused', async () => {
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

test('an unknown tenant gets no administrator', async () => {
  await assert.rejects(create(999_999, 'carl@example.com'), { code: 'not_found', message: /no tenant 999999/ });
});
