import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from '../database/connect.ts';
import { idOf, type TenantId } from '../platform/ids.ts';
import type { Problem } from '../platform/problem.ts';
import { addLicense, removeLicense } from './change-license.ts';
import { createTenant, type NewTenant } from './create-tenant.ts';
import { existingTenant } from './existing-tenant.ts';

const db = connect(await createTestDatabase(), { poolSize: 4, applicationName: 'test', onIdleError: () => {} });
after(() => db.close());
const create = (wanted: NewTenant) => db.transaction((tx) => createTenant(tx, wanted));

test('a tenant has the given settings', async () => {
  const licenses = ['open_api_advanced', 'open_api_advanced'];
  const tenantId = await create({ name: ' 株式会社サンプル ', country: 'JP', timezone: 'asia/tokyo', licenses });
  const { created_at, ...tenant } = await existingTenant(db, tenantId);
  assert.deepEqual(tenant, {
    tenant_id: tenantId,
    name: '株式会社サンプル',
    default_country: 'JP',
    timezone: 'Asia/Tokyo',
    licenses: ['open_api_advanced'],
    language: 'auto',
    allowed_countries: null,
    most_live_calls: null,
    most_daily_live_calls: null,
    recording_days: null,
    analyses_calls: true,
    telephony_by: 'tenant',
    settings_by_tenant: ['name', 'timezone', 'language', 'recording_days', 'analysis'],
    chosen_recording_days: null,
    wants_analysis: true,
  });
});

test('a tenant with only a name has no country, no license and UTC', async () => {
  const { default_country, timezone, licenses } = await existingTenant(db, await create({ name: 'Plain' }));
  assert.deepEqual([default_country, timezone, licenses], [null, 'UTC', []]);
});

test('the language of calls is detected, unless a tenant is created with one', async () => {
  const languageOf = async (wanted: NewTenant) => (await existingTenant(db, await create(wanted))).language;
  assert.equal(await languageOf({ name: 'Any', country: 'JP' }), 'auto');
  assert.equal(await languageOf({ name: 'Japanese', language: 'JA' }), 'ja');
});

test('all faults of a tenant are reported at once', async () => {
  const wanted = { name: ' ', country: 'jp', timezone: 'JST', licenses: ['gold'], language: 'japanese' };
  await assert.rejects(create(wanted), (refusal: Problem) => {
    assert.deepEqual(
      refusal.details.map(({ field }) => field),
      ['name', 'country', 'license', 'timezone', 'language'],
    );
    return true;
  });
});

test('licenses come and go, and may be added or removed twice', async () => {
  const tenantId = await create({ name: 'Licensed' });
  const change = (verb: typeof addLicense) => db.transaction((tx) => verb(tx, tenantId, 'open_api_advanced'));
  for (const verb of [addLicense, addLicense]) assert.deepEqual((await change(verb)).licenses, ['open_api_advanced']);
  for (const verb of [removeLicense, removeLicense]) assert.deepEqual((await change(verb)).licenses, []);
});

test('a license affects no other tenant', async () => {
  const [one, two] = [await create({ name: 'One' }), await create({ name: 'Two', licenses: ['open_api_advanced'] })];
  await db.transaction((tx) => removeLicense(tx, one, 'open_api_advanced'));
  assert.deepEqual((await existingTenant(db, two)).licenses, ['open_api_advanced']);
});

test('unknown licenses and unknown tenants are refused', async () => {
  const tenantId = await create({ name: 'Refused' });
  const add = (tenantId: TenantId, license: string) => db.transaction((tx) => addLicense(tx, tenantId, license));
  await assert.rejects(add(tenantId, 'gold'), { code: 'validation_failed' });
  await assert.rejects(add(idOf('tenant', 999_999), 'open_api_advanced'), { code: 'not_found' });
});
