import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, buildAdministrator, buildSignedIn, logIn } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { whileHeld } from '../../test/while-held.ts';

const app = await startTestApp({ RECORDING_RETENTION_DAYS: 90 });
const other = await startNode(app.databaseUrl, { RECORDING_RETENTION_DAYS: 90 });

const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
const operatorSets = (tenantId: number, assignment: string) =>
  query(app, `update tenants set ${assignment} where tenant_id = $1`, [tenantId]);

test('an administrator changes the settings that are left to the tenant, on every node', async () => {
  const { console: page, tenantId, key } = await buildSignedIn(app, { country: 'JP' });
  const usual = {
    ...{ tenant_id: tenantId, name: 'Tenant', default_country: 'JP', timezone: 'UTC', language: null },
    ...{ analyses_calls: true, recording_days: null, most_recording_days: 90 },
    limits: { allowed_countries: null, most_live_calls: null, most_daily_live_calls: null },
    licenses: [],
    changeable: ['name', 'timezone', 'language', 'recording_days', 'analysis'],
  };
  assert.deepEqual((await page.get('/tenant')).body.data, usual);
  const api = client(other, key);
  assert.equal((await api.get('/me')).body.data.tenant.timezone, 'UTC');
  const change = { name: ' 株式会社サンプル ', timezone: 'asia/tokyo', language: 'JA', recording_days: 30 };
  const answer = await page.put('/tenant', { ...change, analyses_calls: false });
  const wanted = { name: '株式会社サンプル', timezone: 'Asia/Tokyo', language: 'ja', recording_days: 30 };
  assert.deepEqual(answer.body, { data: { ...usual, ...wanted, analyses_calls: false } });
  const { tenant } = (await api.get('/me')).body.data;
  assert.deepEqual([tenant.name, tenant.timezone, tenant.language], ['株式会社サンプル', 'Asia/Tokyo', 'ja']);
  const again = await page.put('/tenant', (await page.get('/tenant')).body.data);
  assert.equal(again.status, 200, 'the whole answer can be sent back');
  const [entry] = (await auditOf(app, tenantId)).filter(({ action }) => action === 'tenant.changed');
  assert.deepEqual(entry?.details, { fields: ['name', 'timezone', 'language', 'recording_days', 'analyses_calls'] });
});

test('all faults are reported at once', async () => {
  const { console: page } = await buildSignedIn(app);
  const change = { name: '', default_country: 'JP', timezone: 'Mars/Base', language: 'xx-none', recording_days: 91 };
  assert.deepEqual((await page.put('/tenant', { ...change, name: 'A' }).then(faultsOf)).sort(), [
    ...['default_country by_operator', 'language invalid_format', 'recording_days out_of_range'],
    ...['timezone invalid_format'],
  ]);
  assert.deepEqual(await page.put('/tenant', { name: ' ', recording_days: 0 }).then(faultsOf), [
    ...['name too_short', 'recording_days out_of_range'],
  ]);
  assert.deepEqual(await page.put('/tenant', { limits: {}, most_live_calls: 9 }).then(faultsOf), [
    'most_live_calls unknown_field',
  ]);
});

test('the operator decides which settings administrators change', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  await operatorSets(tenantId, `settings_by_tenant = '{country}'`);
  assert.deepEqual((await page.get('/tenant')).body.data.changeable, ['country']);
  assert.equal((await page.put('/tenant', { default_country: 'JP' })).body.data.default_country, 'JP');
  const change = { name: 'B', timezone: 'Asia/Tokyo', language: 'ja', recording_days: 1, analyses_calls: false };
  assert.deepEqual(
    (await page.put('/tenant', change).then(faultsOf)).sort(),
    ['analyses_calls', 'language', 'name', 'recording_days', 'timezone'].map((field) => `${field} by_operator`),
  );
  assert.equal((await page.put('/tenant', { name: 'Tenant' })).status, 200, 'the same value is no change');
});

test('the time zone stays while daily calls are limited: a change would begin a new day', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const tokyo = () => page.put('/tenant', { timezone: 'Asia/Tokyo' });
  // The operator sets the limit while the change waits.
  const [refused] = await whileHeld(
    app,
    ['update tenants set most_daily_live_calls = 5 where tenant_id = $1', tenantId],
    [tokyo],
  );
  assert.deepEqual(faultsOf(refused as TestAnswer), ['timezone by_operator']);
  assert.ok(!(await page.get('/tenant')).body.data.changeable.includes('timezone'));
  await operatorSets(tenantId, 'most_daily_live_calls = null');
  assert.equal((await tokyo()).status, 200);
});

test('retention is only shortened, and analysis that the operator switched off stays off', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  assert.equal((await page.put('/tenant', { recording_days: 90 })).status, 200);
  await operatorSets(tenantId, 'recording_days = 0');
  assert.equal((await page.get('/tenant')).body.data.most_recording_days, null);
  assert.equal((await page.put('/tenant', { recording_days: 3_650 })).status, 200);
  assert.equal((await page.put('/tenant', { recording_days: null })).body.data.recording_days, null);
  assert.equal((await page.put('/tenant', { analyses_calls: false })).body.data.analyses_calls, false);
  await operatorSets(tenantId, 'analyses_calls = false');
  assert.deepEqual(await page.put('/tenant', { analyses_calls: true }).then(faultsOf), ['analyses_calls by_operator']);
});

test('what is in effect may be sent back, also after the operator became stricter', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  assert.equal((await page.put('/tenant', { recording_days: 60 })).status, 200);
  await operatorSets(tenantId, 'recording_days = 30, analyses_calls = false');
  const { recording_days, analyses_calls } = (await page.get('/tenant')).body.data;
  assert.equal(analyses_calls, false);
  assert.equal((await page.put('/tenant', { recording_days, analyses_calls })).status, 200);
  await operatorSets(tenantId, 'analyses_calls = true');
  assert.equal((await page.get('/tenant')).body.data.analyses_calls, true);
});

test('a viewer reads the settings, and another tenant keeps its own', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const stranger = await buildSignedIn(app);
  const viewer = await logIn(app, (await buildAdministrator(app, tenantId, { role: 'viewer' })).email);
  assert.equal((await viewer.get('/tenant')).status, 200);
  assertProblem(await viewer.put('/tenant', { name: 'Mine' }), 403, 'insufficient_role');
  await page.put('/tenant', { name: 'Ours' });
  assert.equal((await stranger.console.get('/tenant')).body.data.name, 'Tenant');
});
