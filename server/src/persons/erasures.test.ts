import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { atEnd } from '../../test/at-end.ts';
import { buildAdministrator, buildSignedIn, logIn } from '../../test/browser.ts';
import { buildCalls, type CallToBuild } from '../../test/build/build-calls.ts';
import { buildStaff, query } from '../../test/builders.ts';
import { commandLine } from '../../test/command-line.ts';
import { documentSchemas } from '../../test/document-schemas.ts';
import { mountSmallDisk } from '../../test/small-disk.ts';
import { startReceiver } from '../../test/stand-ins/webhook-receiver.ts';
import { assertProblem, startNode, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { waiting } from '../../test/while-held.ts';
import { erasureParts } from '../compose/persons.ts';
import { examples } from '../customers/examples.ts';
import { lock, locks } from '../database/locks.ts';
import { recordStep } from '../insights/jobs/record-step.ts';
import { decodeId, idOf } from '../platform/ids.ts';
import { recordingsIn } from '../recordings/recording-files.ts';
import { beginErasure } from './begin-erasure.ts';
import { eraseBatch } from './erase-batch.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-erasures-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const app = await startTestApp({ DATA_DIR: folder, SIMULATOR_SPEED: 100, WEBHOOK_ALLOW_PRIVATE: true });
const { run, json, refusal } = commandLine({ DATABASE_URL: app.databaseUrl, DATA_DIR: folder });

const number = '+819055512345';
const signedIn = () => buildSignedIn(app, { licenses: ['open_api_advanced'], country: 'JP' });
type Tenant = Awaited<ReturnType<typeof signedIn>>;

/** Ended calls with numbers that are read as E.164, as initiation stores them. */
async function callsWith({ tenantId, projectId }: Tenant, calls: CallToBuild[]): Promise<string[]> {
  const ids = await buildCalls(app, { tenantId, projectId }, calls);
  await query(app, `update calls set e164 = phone_number where tenant_id = $1 and phone_number like '+%'`, [tenantId]);
  return ids;
}

const newCustomer = async ({ api, projectId }: Tenant, fields: object): Promise<number> =>
  (await api.post('/customers', { project_id: projectId, name: 'Taro', ...fields })).body.data.customer_id;

const numberOf = async ({ api }: Tenant, callId: string | undefined) =>
  (await api.get(`/calls/${callId}`)).body.data.phone_number;

test('a request names one person: a customer of the tenant, or a number that can be read', async () => {
  const [tenant, stranger] = [await signedIn(), await signedIn()];
  const customerId = await newCustomer(tenant, { tel1: number });
  const refuse = async (page: Tenant, body: object) => {
    const [detail] = assertProblem(await page.console.post('/erasures', body), 422, 'validation_failed');
    return [detail?.field, detail?.code];
  };
  assert.deepEqual(await refuse(tenant, {}), ['customer_id', 'required']);
  assert.deepEqual(await refuse(tenant, { preview: true }), ['customer_id', 'required']);
  assert.deepEqual(await refuse(tenant, { customer_id: customerId, phone_number: number }), [
    'phone_number',
    'conflicting',
  ]);
  assert.deepEqual(await refuse(tenant, { phone_number: 'none' }), ['phone_number', 'invalid_format']);
  for (const field of ['phone_number', 'customer_id']) {
    const refused = await tenant.console.post('/erasures', { [field]: null });
    const details = assertProblem(refused, 422, 'validation_failed');
    assert.deepEqual(
      details.map((detail) => [detail.field, detail.code]),
      [[field, 'invalid_type']],
    );
  }
  assert.deepEqual(await refuse(tenant, { customer_id: '1' }), ['customer_id', 'invalid_type']);
  assert.deepEqual(await refuse(stranger, { customer_id: customerId }), ['customer_id', 'customer_not_found']);
  assert.deepEqual((await stranger.console.post('/erasures', { phone_number: number })).body.data.erased.customers, 0);
  assert.equal((await tenant.api.get(`/customers/${customerId}`)).status, 200);
  assertProblem(await stranger.console.get('/erasures/999999'), 404, 'not_found');

  const viewer = await buildAdministrator(app, tenant.tenantId, { role: 'viewer' });
  const page = await logIn(app, viewer.email);
  assertProblem(await page.post('/erasures', { customer_id: customerId, preview: true }), 403, 'insufficient_role');
});

test('by customer, calls of another customer who shares the number stay, and the preview says so', async () => {
  const tenant = await signedIn();
  const office = '+81355510000';
  const first = await newCustomer(tenant, { name: 'Hanako', tel1: office });
  const second = await newCustomer(tenant, { name: 'Taro', tel1: number, tel2: office });
  const [own, ofOther, unlinked, stranger] = await callsWith(tenant, [
    { phoneNumber: number, customerId: second },
    { phoneNumber: office, customerId: first },
    { phoneNumber: office },
    { phoneNumber: '+819000000000' },
  ]);
  const preview = await tenant.console.post('/erasures', { customer_id: second, preview: true });
  assert.deepEqual(preview.body.data.kept, { blocked_numbers: 0, other_customers: 1 });
  const erased = await tenant.console.post('/erasures', { customer_id: second });
  assert.deepEqual(erased.body.data.erased, preview.body.data.erased);
  assert.equal(erased.body.data.erased.test_calls, 2);
  assert.deepEqual(await Promise.all([own, ofOther, unlinked, stranger].map((id) => numberOf(tenant, id))), [
    null,
    office,
    null,
    '+819000000000',
  ]);
  assert.equal((await tenant.api.get(`/customers/${first}`)).status, 200);
  assert.equal((await tenant.api.get('/customers')).body.pagination.total, 1);
});

test('calls whose number could not be read as E.164 are found by its digits', async () => {
  // The tenants have no country, so only + makes a number international.
  const [tenant, stranger] = [await buildSignedIn(app), await buildSignedIn(app)];
  const staff_id = await buildStaff(app, tenant.tenantId);
  const call = { phone_number: '090-5551-2345', staff_id, project_id: tenant.projectId };
  const { call_id: national } = (await tenant.api.post('/calls/initiate', call)).body.data;
  await until(async () => (await tenant.api.get(`/calls/${national}`)).body.data.ended_at);
  const [plain, prefixed, short, other] = await callsWith(
    tenant,
    ['819055512345', '0081-90-5551-2345', '55512', '090-5551-2399'].map((phoneNumber) => ({ phoneNumber })),
  );
  const [foreign] = await callsWith(stranger, [{ phoneNumber: '55512' }]);
  const preview = await tenant.console.post('/erasures', { phone_number: number, preview: true });
  assert.equal(preview.body.data.erased.test_calls, 2, preview.text);
  const erased = await tenant.console.post('/erasures', { phone_number: number });
  assert.deepEqual([erased.status, erased.body.data.erased.test_calls], [200, 2]);
  for (const callId of [plain, prefixed]) assert.equal(await numberOf(tenant, callId), null);
  // Without a country, the national form may be a number of another one.
  const { phone_number, ended_at } = (await tenant.api.get(`/calls/${national}`)).body.data;
  assert.equal(phone_number, '090-5551-2345');
  const asWritten = await tenant.console.post('/erasures', { phone_number: '090 5551 2345' });
  assert.deepEqual([asWritten.status, asWritten.body.data.erased.test_calls], [200, 1]);
  const afterwards = (await tenant.api.get(`/calls/${national}`)).body.data;
  assert.equal(afterwards.phone_number, null);
  assert.ok(afterwards.updated_at > ended_at, afterwards.updated_at);

  // A number that is none in E.164 names a person if calls have it.
  const [detail] = assertProblem(
    await tenant.console.post('/erasures', { phone_number: '55513' }),
    422,
    'validation_failed',
  );
  assert.equal(detail?.code, 'invalid_format');
  const byDigits = await tenant.console.post('/erasures', { phone_number: '555-12' });
  assert.deepEqual([byDigits.status, byDigits.body.data.erased.test_calls], [200, 1]);
  assert.deepEqual([await numberOf(tenant, short), await numberOf(tenant, other)], [null, '090-5551-2399']);
  assert.equal(await numberOf(stranger, foreign), '55512');
  const ofCustomer = await newCustomer(tenant, { tel1: '+819055512399' });
  await query(app, `update tenants set default_country = 'JP' where tenant_id = $1`, [tenant.tenantId]);
  const byCustomer = await tenant.console.post('/erasures', { customer_id: ofCustomer });
  assert.equal(byCustomer.body.data.erased.test_calls, 1);
  assert.equal(await numberOf(tenant, other), null);
});

test('hanging up a call of an erased person returns the call as the document declares it', async () => {
  const tenant = await signedIn();
  const [callId] = await callsWith(tenant, [{ phoneNumber: number }]);
  await tenant.console.post('/erasures', { phone_number: number });
  const answer = await tenant.api.post(`/calls/${callId}/hangup`);
  assert.deepEqual([answer.status, answer.body.data.phone_number], [200, null]);
  const document = (await tenant.api.get('/openapi.json')).body;
  const media = '#/paths/~1calls~1{callId}~1hangup/post/responses/200/content/application~1json/schema';
  assert.equal(documentSchemas(document)(media, answer.body), undefined);
});

test('while a call with the person is going on, the answer is 409 and nothing is erased', async () => {
  const tenant = await signedIn();
  const customerId = await newCustomer(tenant, { tel1: number });
  const [callId] = await callsWith(tenant, [{ phoneNumber: number, goesOn: true }]);
  for (const body of [{ customer_id: customerId }, { phone_number: number }]) {
    const [detail] = assertProblem(await tenant.console.post('/erasures', body), 409, 'call_in_progress');
    assert.deepEqual(detail?.call_ids, [callId]);
  }
  assert.equal((await tenant.console.post('/erasures', { customer_id: customerId, preview: true })).status, 200);
  assert.equal((await tenant.api.get(`/customers/${customerId}`)).body.data.tel1, number);
  assert.equal((await query(app, 'select 1 from erasures where tenant_id = $1', [tenant.tenantId])).length, 0);
});

test('an erasure that a killed node has begun is finished by another one', async () => {
  const tenant = await signedIn();
  const { tenantId } = tenant;
  await newCustomer(tenant, { name: 'Zqkilled', tel1: number });
  const ids = await callsWith(
    tenant,
    Array.from({ length: 450 }, () => ({ phoneNumber: number })),
  );
  const begun = await app.db.transaction((tx) => beginErasure(tx, { tenantId, kind: 'live' }, { number }, null));
  const key = { tenantId, erasureId: begun.erasure_id };
  assert.equal(await eraseBatch(app.db, parts, key), 'more');
  assert.deepEqual([await numberOf(tenant, ids[0]), await numberOf(tenant, ids[449])], [null, number]);

  await query(app, `update erasures set continued_at = now() - interval '1 minute' where tenant_id = $1`, [tenantId]);
  const other = await startNode(app.databaseUrl);
  const state = () => tenant.console.get(`/erasures/${begun.erasure_id}`);
  const finished = await until(async () => {
    const { data } = (await state()).body;
    return data.status === 'finished' && data;
  });
  await other.stop();
  assert.deepEqual([finished.erased.customers, finished.erased.test_calls], [1, 450]);
  const left = await query(app, 'select * from erasures where tenant_id = $1', [tenantId]);
  for (const name of ['numbers', 'customer_ids', 'test_call_ids', 'live_call_ids']) assert.equal(left[0]?.[name], null);
  const named = 'select 1 from calls where tenant_id = $1 and (phone_number is not null or e164 is not null)';
  assert.equal((await query(app, named, [tenantId])).length, 0);
  const events = `select 1 from events where tenant_id = $1 and data::text like '%Zqkilled%'`;
  assert.equal((await query(app, events, [tenantId])).length, 0);
});

test('erasures are listed, newest first, with who requested them and without the person', async () => {
  const [tenant, stranger] = [await signedIn(), await signedIn()];
  await newCustomer(tenant, { name: 'Zqlisted', tel1: number });
  await app.db.transaction((tx) => beginErasure(tx, { tenantId: tenant.tenantId, kind: 'live' }, { number }, null));
  assert.equal((await tenant.console.post('/erasures', { phone_number: '+819055500000', preview: true })).status, 200);
  const { data: erased } = (await tenant.console.post('/erasures', { phone_number: '+819055500000' })).body;
  const listed = await tenant.console.get('/erasures');
  assert.equal(listed.body.pagination.total, 2, 'a preview is none');
  const [newest, first] = listed.body.data;
  assert.deepEqual(newest, erased);
  const { email } = (await tenant.console.get('/session')).body.data.administrator;
  assert.deepEqual([newest.administrator_email, newest.step, newest.is_complete], [email, null, true]);
  assert.deepEqual(
    [first.administrator_email, first.status, first.step, first.is_complete, first.erased.customers],
    [null, 'running', 'calls', false, 1],
  );
  assert.ok(!/5551|Zqlisted/.test(listed.text));
  const second = (await tenant.console.get('/erasures?per_page=1&page=2')).body;
  assert.deepEqual([second.data, second.pagination.last_page], [[first], 2]);
  assert.deepEqual((await stranger.console.get('/erasures')).body.data, []);
  const viewer = await buildAdministrator(app, tenant.tenantId, { role: 'viewer' });
  assertProblem(await (await logIn(app, viewer.email)).get('/erasures'), 403, 'insufficient_role');
});

test('a preview searches a limited number of events and kept answers, and says that there may be more', async () => {
  const tenant = await signedIn();
  await newCustomer(tenant, { tel1: number });
  const preview = async () => {
    const { status, body } = await tenant.console.post('/erasures', { phone_number: number, preview: true });
    assert.equal(status, 200);
    return [body.data.erased.events, body.data.erased.kept_answers, body.data.is_complete];
  };
  assert.deepEqual(await preview(), [1, 0, true]);
  // Older than the event of the customer, which the search no longer reaches.
  const events = `
    insert into events (tenant_id, event_id, is_test, type, data)
    select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, true, 'call.completed', '{}'
    from generate_series(1, 50000) i`;
  await query(app, events, [tenant.tenantId]);
  assert.deepEqual(await preview(), [0, 0, false]);
  const { erased } = (await tenant.console.post('/erasures', { phone_number: number })).body.data;
  assert.equal(erased.events, 1, 'the erasure searches all of them');
});

test('an analysis in progress writes nothing after the erasure', async () => {
  const tenant = await signedIn();
  const [callId = ''] = await callsWith(tenant, [{ phoneNumber: number }]);
  const call = { tenant_id: tenant.tenantId, is_test: true, call_id: idOf('call', `${decodeId('call', callId)}`) };
  const of = [call.tenant_id, call.call_id];
  await query(app, `insert into insights (tenant_id, is_test, call_id, language) values ($1, true, $2, 'en')`, of);
  await query(app, 'insert into insight_jobs (tenant_id, is_test, call_id, claim) values ($1, true, $2, 1)', of);
  assert.equal((await tenant.console.post('/erasures', { phone_number: number })).status, 200);
  const learned = { language: 'en', utterances: null, voice_analysis: null, transcription: null, summary: null };
  assert.equal(await recordStep(app.db, { ...call, claim: 1, retries: 0 }, learned, 'summary'), false);
  for (const table of ['insights', 'insight_jobs', 'call_texts'])
    assert.deepEqual(await query(app, `select 1 from ${table} where tenant_id = $1`, [call.tenant_id]), [], table);
});

test('a delivery that is in flight during the erasure stores no answer, and later attempts send no person', async () => {
  const tenant = await signedIn();
  const { api, tenantId, projectId: project_id } = tenant;
  const staff_id = await buildStaff(app, tenantId);
  const waiting: ServerResponse[] = [];
  const receiver = await startReceiver({ protocol: 'http', answer: (response) => waiting.push(response) });
  await api.post('/webhooks', { url: receiver.url, events: ['call.completed'] });
  const external_id = 'zqflight';
  const call = { phone_number: number, staff_id, project_id, external_id, metadata: { a: 'zqflight' } };
  const { call_id } = (await api.post('/calls/initiate', call)).body.data;
  await until(() => waiting.length === 1);
  assert.ok(receiver.received[0]?.body.includes('zqflight'));
  await until(async () => (await query(app, 'select 1 from open_calls where tenant_id = $1', [tenantId])).length === 0);

  const erased = await tenant.console.post('/erasures', { phone_number: number });
  assert.deepEqual([erased.status, erased.body.data.erased.deliveries], [200, 1], erased.text);
  waiting[0]?.writeHead(500).end('zqflight is not known here');
  const attempts = async () =>
    (await query(app, 'select attempts from deliveries where tenant_id = $1', [tenantId]))[0]?.attempts;
  await until(async () => (await attempts()).length === 1);
  assert.deepEqual([(await attempts())[0].response_status, (await attempts())[0].response_body], [500, null]);

  // The schedule has the second attempt after five seconds.
  await until(() => waiting.length === 2);
  const { data } = JSON.parse(receiver.received[1]?.body ?? '');
  assert.deepEqual([data.call_id, data.phone_number, data.external_id, data.metadata], [call_id, null, null, null]);
  waiting[1]?.end('zqflight again');
  await until(async () => (await attempts()).length === 2);
  assert.ok(!JSON.stringify(await attempts()).includes('zqflight'));
});

test('events of a customer who was deleted before are found by the number', async () => {
  const tenant = await signedIn();
  const deleted = await newCustomer(tenant, { name: 'Zqgone', tel1: number, external_id: 'zqgone-1' });
  await tenant.api.send('DELETE', `/customers/${deleted}`);
  // The mask of this number is the same, and its customer stays.
  await newCustomer(tenant, { name: 'Zqstays', tel1: '+819099992345' });
  const eventsWith = (word: string) =>
    query(app, 'select type from events where tenant_id = $1 and data::text like $2 order by event_id', [
      tenant.tenantId,
      `%${word}%`,
    ]);
  assert.equal((await eventsWith('qgone')).length, 2);
  const { erased } = (await tenant.console.post('/erasures', { phone_number: number })).body.data;
  assert.deepEqual([erased.customers, erased.events], [0, 2]);
  assert.deepEqual(await eventsWith('qgone'), []);
  assert.equal((await eventsWith('Zqstays')).length, 1);
});

test('an erasure ignores the invented customer of a test delivery, even if the number is the same', async () => {
  const tenant = await signedIn();
  const receiver = await startReceiver({ protocol: 'http' });
  const webhook = await tenant.api.post('/webhooks', { url: receiver.url, events: ['customer.created'] });
  const tested = await tenant.api.post(`/webhooks/${webhook.body.data.webhook_id}/test`);
  assert.equal(tested.body.data.success, true, tested.text);
  const { tel1: phone_number } = examples.customer;
  const { erased } = (await tenant.console.post('/erasures', { phone_number, preview: true })).body.data;
  assert.deepEqual([erased.events, erased.deliveries], [0, 0]);
});

test('an answer that names several persons is erased for each of them, and stays one answer', async () => {
  const tenant = await signedIn();
  const { api, tenantId, projectId: project_id } = tenant;
  const customers = ['first', 'second', 'third'].map((name) => ({ project_id, name, external_id: `crm-${name}` }));
  const send = () =>
    api.post('/customers/bulk', { customers }, { 'idempotency-key': 'import of first, second and third' });
  const ids: number[] = (await send()).body.data.results.map((item: { customer_id: number }) => item.customer_id);
  for (const customer_id of ids.slice(0, 2)) {
    const preview = await tenant.console.post('/erasures', { customer_id, preview: true });
    const erased = await tenant.console.post('/erasures', { customer_id });
    assert.equal(erased.body.data.erased.kept_answers, 1, erased.text);
    assert.deepEqual(erased.body.data.erased, preview.body.data.erased);
  }
  const [kept, ...others] = await query(app, 'select body from kept_answers where tenant_id = $1', [tenantId]);
  assert.deepEqual([others, kept?.body.match(/crm-\w+/g)], [[], ['crm-third']]);
  const again = await send();
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
  assert.deepEqual(
    again.body.data.results.map((item: Record<string, unknown>) => [item.customer_id, item.external_id]),
    ids.map((id, index) => [id, index === 2 ? 'crm-third' : null]),
  );
  assert.equal((await api.get('/customers')).body.pagination.total, 1);
});

test('the commands show, export and erase a person', async () => {
  const tenant = await signedIn();
  const { tenantId } = tenant;
  const customerId = await newCustomer(tenant, { name: 'Zqcommand', tel1: number });
  const [callId = ''] = await callsWith(tenant, [{ phoneNumber: number, isTest: false }]);
  const uuid = decodeId('call', callId);
  const recording = { status: 'ready', duration_seconds: 1, size_bytes: 10, channels: 2 };
  await query(app, 'update calls set recording = $2, note = $3, tags = $4 where call_id = $1', [
    uuid,
    recording,
    'zqnote',
    ['vip'],
  ]);
  await query(app, 'insert into recordings (tenant_id, is_test, call_id, wav_bytes) values ($1, false, $2, 10)', [
    tenantId,
    uuid,
  ]);
  const wav = join(folder, 'recordings', `${tenantId}`, `${uuid}.wav`);
  mkdirSync(join(folder, 'recordings', `${tenantId}`), { recursive: true });
  writeFileSync(wav, 'ten bytes.');
  const of = `--tenant ${tenantId}`;
  const operatorsEntries = async () =>
    (await tenant.console.get('/audit-log?action=person.erased')).body.data.map((entry: Record<string, unknown>) =>
      ['subject', 'details', 'administrator_id', 'administrator_email', 'ip'].map((name) => entry[name]),
    );

  assert.match(await refusal(`person erase ${of}`, 2), /either --customer or --phone/);
  assert.match(await refusal(`person erase ${of} --customer 1 --phone ${number}`, 2), /either --customer or --phone/);
  assert.match(await refusal(`person export ${of} --phone none`, 2), /--phone must be/);
  assert.match(await refusal(`person export ${of} --customer 999999`, 1), /no customer 999999/);

  const out = join(folder, 'export.json');
  const exported = await json(`person export ${of} --customer ${customerId} --out ${out}`);
  const ofCalls = { calls: 1, recordings: 1, recordings_missing: 0 };
  const counts = { customers: 1, ...ofCalls, kept_answers: 0, blocked_numbers: 0 };
  assert.deepEqual(exported, { file: out, ...counts });
  assert.equal(statSync(out).mode & 0o777, 0o600);
  const file = JSON.parse(readFileSync(out, 'utf8'));
  assert.deepEqual([file.customers[0].name, file.customers[0].tel1], ['Zqcommand', number]);
  const [call] = file.calls;
  assert.deepEqual([call.call_id, call.phone_number, call.note, call.tags], [callId, number, 'zqnote', ['vip']]);
  assert.equal(Buffer.from(call.audio.base64, 'base64').toString(), 'ten bytes.');
  assert.deepEqual(
    file.events.map(({ type }: { type: string }) => type),
    ['customer.created'],
  );
  assert.match(await refusal(`person export ${of} --customer ${customerId} --out ${out}`, 1), /exists/);
  for (const nowhere of [join(folder, 'nowhere'), out])
    assert.equal(
      await refusal(`person export ${of} --customer ${customerId} --out ${nowhere}/x.json`, 1),
      `There is no folder ${nowhere}. Create it, or choose another file with --out.`,
    );

  const unconfirmed = await run(`person erase ${of} --customer ${customerId}`);
  assert.equal(unconfirmed.code, 2);
  assert.match(unconfirmed.err, /live_calls +1[\s\S]*Add --yes/);
  assert.ok(existsSync(wav));
  assert.deepEqual(await operatorsEntries(), [], 'nothing was erased yet');
  const erased = await json(`person erase ${of} --customer ${customerId} --yes`);
  assert.deepEqual(await operatorsEntries(), [[`${erased.erasure_id}`, { by: 'customer_id' }, null, null, null]]);
  const { customers, live_calls, recordings, notes, status } = erased;
  assert.deepEqual(
    { customers, live_calls, recordings, notes, status },
    { customers: 1, live_calls: 1, recordings: 1, notes: 1, status: 'finished' },
  );
  assert.ok(!existsSync(wav));
  assert.equal((await tenant.api.get(`/customers/${customerId}`)).status, 404);

  const unknown = await run(`person erase ${of} --phone +819099999999 --yes --json`);
  assert.deepEqual([unknown.code, JSON.parse(unknown.out).live_calls], [0, 0]);
  assert.match(unknown.err, /^Nothing to erase was found under this number/);
  const empty = await run(`person export ${of} --phone +819099999999 --out ${join(folder, 'empty.json')} --json`);
  assert.deepEqual([empty.code, JSON.parse(empty.out).calls], [0, 0]);
  assert.match(empty.err, /^Nothing to export was found under this number/);

  const unblocked = '+819088888888';
  await tenant.api.post('/blocked-numbers', { number: unblocked }, { 'idempotency-key': 'block' });
  await tenant.api.send('DELETE', `/blocked-numbers/${unblocked}`);
  const kept = await run(`person export ${of} --phone ${unblocked} --out ${join(folder, 'kept.json')} --json`);
  assert.deepEqual([JSON.parse(kept.out).kept_answers, kept.err], [1, '']);
});

const disk = mountSmallDisk('4k');

test('an export for which a full disk has no space names its file, and leaves no part of it', {
  skip: disk === undefined && 'no disk can be mounted here',
}, async () => {
  assert.ok(disk);
  const tenant = await signedIn();
  const customer = await newCustomer(tenant, { name: 'Zqlong', notes: 'n'.repeat(5_000) });
  const out = join(disk, 'export.json');
  assert.equal(
    await refusal(`person export --tenant ${tenant.tenantId} --customer ${customer} --out ${out}`, 1),
    `There is no space left for ${out}. Free some on its disk, or choose a file on another disk.`,
  );
  assert.ok(!existsSync(out));
});

/** Recordings of calls, as rows and in the folder. */
async function recordingsOf({ tenantId }: Tenant, callIds: string[]): Promise<string[]> {
  const uuids = callIds.map((callId) => `${decodeId('call', callId)}`);
  const insert = `
    insert into recordings (tenant_id, is_test, call_id, wav_bytes) select $1, true, id, 9 from unnest($2::uuid[]) id`;
  await query(app, insert, [tenantId, uuids]);
  mkdirSync(join(folder, 'recordings', `${tenantId}`), { recursive: true });
  const paths = uuids.map((uuid) => join(folder, 'recordings', `${tenantId}`, `${uuid}.wav`));
  for (const path of paths) writeFileSync(path, 'nine bytes');
  return paths;
}

const parts = erasureParts({ files: recordingsIn(join(folder, 'recordings')), s3: undefined });

/** Begins an erasure, and does everything up to the files of the recordings. */
async function upToFiles({ tenantId }: Tenant) {
  const begun = await app.db.transaction((tx) => beginErasure(tx, { tenantId, kind: 'live' }, { number }, null));
  const key = { tenantId, erasureId: begun.erasure_id };
  const step = async () =>
    (await query(app, 'select step from erasures where erasure_id = $1', [key.erasureId]))[0]?.step;
  while ((await step()) !== 'files') assert.equal(await eraseBatch(app.db, parts, key), 'more');
  return key;
}

test('files are removed in batches, and a request stops waiting for them', async () => {
  const tenant = await signedIn();
  const calls = await callsWith(
    tenant,
    Array.from({ length: 450 }, () => ({ phoneNumber: number })),
  );
  const paths = await recordingsOf(tenant, calls);
  const left = () => paths.filter((path) => existsSync(path)).length;
  const key = await upToFiles(tenant);
  assert.equal(left(), 450);
  assert.equal(await eraseBatch(app.db, parts, key, AbortSignal.abort()), 'more');
  assert.equal(left(), 450 - 8, 'those that were begun');
  assert.equal(await eraseBatch(app.db, parts, key), 'more');
  assert.equal(left(), 450 - 8 - 200);
  assert.equal(await eraseBatch(app.db, parts, key), 'more');
  assert.equal(await eraseBatch(app.db, parts, key), 'finished');
  assert.equal(left(), 0);
});

test('an erasure waits for a node that is folding counts, so that no tag stays in the changes', async () => {
  const tenant = await signedIn();
  const [callId] = await callsWith(tenant, [{ phoneNumber: number }]);
  const folding = new pg.Client({ connectionString: app.databaseUrl });
  await folding.connect();
  try {
    await folding.query(`begin; select ${lock(locks.callCounts)}`);
    await tenant.console.put(`/calls/${callId}`, { tags: ['zqfolded'] }, { 'x-trunkline-mode': 'test' });
    const key = await upToFiles(tenant);
    const tagged = async () =>
      (await query(app, `select 1 from call_label_changes where tenant_id = $1`, [tenant.tenantId])).length;
    assert.ok((await tagged()) > 0);
    const finishing = eraseBatch(app.db, parts, key).then(async (result) => [result, await tagged()]);
    const hasStopped = Promise.race([finishing, until(async () => (await waiting(app)) > 0)]);
    assert.equal(await hasStopped, true, 'it waits');
    await folding.query('commit');
    assert.deepEqual(await finishing, ['finished', 0]);
    const counted = `select 1 from call_label_counts where tenant_id = $1 and value = 'zqfolded'`;
    assert.equal((await query(app, counted, [tenant.tenantId])).length, 0);
  } finally {
    await folding.end();
  }
});

test('a person with 10,000 calls is erased in batches, and each call is locked only briefly', async () => {
  const tenant = await signedIn();
  await callsWith(
    tenant,
    Array.from({ length: 10_000 }, (_, i) => ({ phoneNumber: number, isTest: i % 2 === 0 })),
  );
  const { body } = await tenant.console.post('/erasures', { phone_number: number });
  // The request of a busy machine stops waiting after 20 seconds, and a node goes on.
  const { erased } = await until(async () => {
    const { data } = (await tenant.console.get(`/erasures/${body.data.erasure_id}`)).body;
    return data.status === 'finished' && data;
  }, 240);
  assert.deepEqual([erased.test_calls, erased.live_calls], [5_000, 5_000]);
  const named = 'select 1 from calls where tenant_id = $1 and (phone_number is not null or e164 is not null)';
  assert.equal((await query(app, named, [tenant.tenantId])).length, 0);
});
