import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isShorter, type Tenant, tenantChange, valuesOf } from './tenant.ts';

const tenant: Tenant = {
  ...{ tenant_id: 1, name: 'Acme', default_country: 'JP', timezone: 'Asia/Tokyo', language: null },
  ...{ analyses_calls: true, recording_days: 60, most_recording_days: 90, licenses: [], changeable: [] },
  limits: { allowed_countries: null, most_live_calls: null, most_daily_live_calls: null },
};
const kept = { ...tenant, recording_days: null, most_recording_days: null };

test('only changed settings are sent, and an empty number is none', () => {
  const before = valuesOf(tenant);
  assert.deepEqual(tenantChange(before, { ...before }), {});
  assert.deepEqual(tenantChange(before, { ...before, language: 'ja', recording_days: '' }), {
    ...{ language: 'ja', recording_days: null },
  });
  assert.equal(valuesOf({ ...tenant, most_recording_days: 30 }).recording_days, 30);
  assert.equal(valuesOf(kept).recording_days, '');
});

test('a change that deletes recordings earlier is recognized', () => {
  assert.equal(isShorter(tenant, { recording_days: 30 }), true);
  assert.equal(isShorter(tenant, { recording_days: 61 }), false);
  assert.equal(isShorter(tenant, { recording_days: null }), false);
  assert.equal(isShorter(tenant, { name: 'B' }), false);
  assert.equal(isShorter(kept, { recording_days: 3_650 }), true);
  assert.equal(isShorter({ ...tenant, recording_days: null }, { recording_days: 90 }), false);
});
