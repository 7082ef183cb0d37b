import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { buildAdministrator, buildSignedIn, logIn } from '../../test/browser.ts';
import { buildCalls, type CallToBuild } from '../../test/build/build-calls.ts';
import { query } from '../../test/builders.ts';
import { assertProblem, startTestApp } from '../../test/test-app.ts';
import { writeSaid } from '../calls/state/call-texts.ts';
import { connect } from '../database/connect.ts';
import { decodeId } from '../platform/ids.ts';
import { present } from '../platform/present.ts';
import { listSigns } from './queries.ts';

const app = await startTestApp();
const testMode = { 'x-trunkline-mode': 'test' };

type Tenant = Awaited<ReturnType<typeof buildSignedIn>>;

const build = ({ tenantId, projectId }: Tenant, calls: CallToBuild[]) =>
  buildCalls(
    app,
    { tenantId, projectId },
    calls.map((call) => ({ isTest: false, ...call })),
  );

const newCustomer = async ({ console: page, projectId }: Tenant, name: string, tel1: string): Promise<number> => {
  const answer = await page.post('/customers', { name, tel1, project_id: projectId });
  return answer.body.data.customer_id;
};

const update = (callId: string | undefined, assignments: string) =>
  query(app, `update calls set ${assignments} where call_id = $1`, [decodeId('call', callId ?? '')]);

const record = (callId: string | undefined, status: 'ready' | 'deleted') =>
  update(
    callId,
    `recording = '{"status": "${status}", "duration_seconds": 12.5, "size_bytes": 9, "channels": 2, "file": "/secret.wav"}'`,
  );

async function say(tenant: Tenant, callId: string | undefined, words: string[]): Promise<void> {
  const db = connect(app.databaseUrl, { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
  const ref = {
    tenantId: tenant.tenantId,
    isTest: false,
    callId: present(decodeId('call', callId ?? '')),
  };
  await db.transaction((tx) => writeSaid(tx, ref, words));
  await db.close();
}

async function signs(page: Tenant['console'], callIds: (string | undefined)[], headers?: Record<string, string>) {
  const answer = await page.get(`/call-signs?call_ids=${callIds.join(',')}`, headers);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}

const nothing = {
  customer: null,
  recording_seconds: null,
  ...{ has_voicemail: false, has_transcript: false, has_note: false },
  ...{ tags: [], outcome: null },
};

test('the signs of calls are read in the order of the request, by a viewer too', async () => {
  const tenant = await buildSignedIn(app);
  const customer_id = await newCustomer(tenant, '田中 美咲', '+819012345678');
  const [plain, whole, message, deleted] = await build(tenant, [
    {},
    { customerId: customer_id },
    { status: 'voicemail', callType: 'inbound' },
    { customerId: customer_id },
  ]);
  for (const callId of [whole, message]) await record(callId, 'ready');
  await record(deleted, 'deleted');
  await say(tenant, whole, ['Hello.']);
  await update(whole, `note = 'Call back', tags = '{late,vip}', outcome = 'callback'`);
  const customer = { customer_id, name: '田中 美咲' };
  const expected = [
    { ...nothing, call_id: deleted, customer },
    { ...nothing, call_id: message, recording_seconds: 12.5, has_voicemail: true },
    {
      ...{ call_id: whole, customer, recording_seconds: 12.5, has_voicemail: false, has_transcript: true },
      ...{ has_note: true, tags: ['late', 'vip'], outcome: 'callback' },
    },
    { ...nothing, call_id: plain },
  ];
  assert.deepEqual(await signs(tenant.console, [deleted, message, whole, plain, deleted]), expected);
  const { email } = await buildAdministrator(app, tenant.tenantId, { role: 'viewer' });
  assert.deepEqual(await signs(await logIn(app, email), [deleted, message, whole, plain]), expected);
});

test('calls of other tenants and of the other mode are left out', async () => {
  const [tenant, stranger] = [await buildSignedIn(app), await buildSignedIn(app)];
  const [live, simulated] = await build(tenant, [{}, { isTest: true }]);
  assert.deepEqual(await signs(tenant.console, [live, simulated]), [{ ...nothing, call_id: live }]);
  assert.deepEqual(await signs(tenant.console, [live, simulated], testMode), [{ ...nothing, call_id: simulated }]);
  for (const mode of [{}, testMode]) assert.deepEqual(await signs(stranger.console, [live, simulated], mode), []);

  // A customer of another tenant is never named, whatever a row says.
  const customerId = await newCustomer(stranger, 'Somebody else', '+819012345678');
  const [foreign] = await build(tenant, [{ customerId }]);
  assert.deepEqual(await signs(tenant.console, [foreign]), [{ ...nothing, call_id: foreign }]);
});

test('a deleted customer and an erased person are not named any more', async () => {
  const tenant = await buildSignedIn(app, { country: 'JP' });
  const deleted = await newCustomer(tenant, 'Deleted', '+819000000001');
  const erased = await newCustomer(tenant, 'Erased', '+819000000002');
  const [first, second] = await build(tenant, [
    { customerId: deleted, phoneNumber: '+819000000001' },
    { customerId: erased, phoneNumber: '+819000000002' },
  ]);
  for (const callId of [first, second])
    await update(callId, `note = 'Wrote to them', tags = '{vip}', outcome = 'sold'`);
  assert.equal((await tenant.console.remove(`/customers/${deleted}`)).status, 200);
  assert.equal((await tenant.console.post('/erasures', { customer_id: erased })).status, 200);
  assert.deepEqual(await signs(tenant.console, [first, second]), [
    { ...nothing, call_id: first, has_note: true, tags: ['vip'], outcome: 'sold' },
    { ...nothing, call_id: second },
  ]);
});

test('ids that cannot be read are refused, with all faults at once; unknown ones are left out', async () => {
  const { console: page } = await buildSignedIn(app);
  const faults = async (search: string) =>
    assertProblem(await page.get(`/call-signs${search}`), 422, 'validation_failed').map(({ field, code }) => [
      field,
      code,
    ]);
  assert.deepEqual(await faults(''), [['call_ids', 'required']]);
  assert.deepEqual(await faults('?call_ids='), [['call_ids', 'too_short']]);
  assert.deepEqual(await faults('?call_ids=7'), [['call_ids', 'invalid_format']]);
  const unknown = (n: number) => `call_01KA3HDNJ47K45VGPGDPSZ${String(n).padStart(4, '0')}`;
  const many = (count: number) => Array.from({ length: count }, (_, n) => unknown(n)).join(',');
  assert.deepEqual(await faults(`?call_ids=${many(201)}&limit=1`), [
    ['limit', 'unknown_field'],
    ['call_ids', 'too_many'],
  ]);
  assert.deepEqual(await faults(`?call_ids=${many(200)},7`), [
    ['call_ids', 'invalid_format'],
    ['call_ids', 'too_many'],
  ]);
  assert.deepEqual(await signs(page, [many(200)]), []);
});

test('every table is read by its primary key, however many calls there are', async () => {
  const connection = new pg.Client({ connectionString: app.databaseUrl });
  await connection.connect();
  try {
    // As for tables of any size: the planner must not count on small ones.
    await connection.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');
    await connection.query(`prepare signs as ${listSigns.text}`);
    const values: Record<string, string> = { tenant_id: '1', is_test: 'false', call_ids: `'{}'`, project_ids: 'null' };
    const inOrder = listSigns.order.map((name) => present(values[name]));
    const { rows } = await connection.query(`explain execute signs (${inOrder.join(', ')})`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const key of ['customers_pkey', 'call_texts_pkey']) assert.ok(plan.includes(key), plan);
    assert.match(plan, /Index Scan using calls_\w*pkey on calls_/, plan);
    assert.ok(!plan.includes('Seq Scan'), plan);
  } finally {
    await connection.end();
  }
});
