import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from '../database/connect.ts';
import { idOf, type TenantId } from '../platform/ids.ts';
import { createTenant } from '../tenants/create-tenant.ts';
import { createStaff, type NewStaff } from './create-staff.ts';
import { listStaff } from './queries.ts';

const db = connect(await createTestDatabase(), { poolSize: 4, applicationName: 'test', onIdleError: () => {} });
after(() => db.close());
const newTenant = (country?: string) => db.transaction((tx) => createTenant(tx, { name: 'Tenant', country }));
const create = (tenantId: TenantId, wanted: NewStaff) => db.transaction((tx) => createStaff(tx, tenantId, wanted));

async function storedPhone(country: string | undefined, phone?: string): Promise<string | null | undefined> {
  const tenantId = await newTenant(country);
  await create(tenantId, { name: '佐藤 花子', phone });
  return (await listStaff.all(db, { tenant_id: tenantId }))[0]?.phone;
}

test('numbers are stored as E.164, SIP addresses as they are, and both are optional', async () => {
  assert.equal(await storedPhone('JP', '090-1234-5678'), '+819012345678');
  assert.equal(await storedPhone(undefined, '+81 90-1234-5678'), '+819012345678');
  for (const address of ['sip:alice', 'sip:alice@pbx.example:5060;transport=tls', 'sips:alice@[2001:db8::1]'])
    assert.equal(await storedPhone(undefined, ` ${address} `), address);
  assert.equal(await storedPhone('JP'), null);
});

test('a phone that cannot be called is refused', async () => {
  const tenantId = await newTenant();
  const refused = [
    '',
    'alice',
    '090-1234-5678',
    'sip:',
    'sip:a b@c',
    'sip:a"b@c',
    'sip:<a@b>',
    'sip:a@b\r\nX: y',
    'tel:+8190',
  ];
  for (const phone of refused)
    await assert.rejects(create(tenantId, { name: 'Alice', phone }), { code: 'validation_failed' });
  await assert.rejects(create(tenantId, { name: '' }), { code: 'validation_failed' });
  await assert.rejects(create(idOf('tenant', 999_999), { name: 'Alice' }), { code: 'not_found' });
});

test('staff belong to their tenant alone', async () => {
  const [one, two] = [await newTenant(), await newTenant()];
  const staffId = await create(one, { name: 'Alice' });
  assert.deepEqual(
    (await listStaff.all(db, { tenant_id: one })).map(({ staff_id, is_active }) => [staff_id, is_active]),
    [[staffId, true]],
  );
  assert.deepEqual(await listStaff.all(db, { tenant_id: two }), []);
});
