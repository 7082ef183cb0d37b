import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { buildSignedIn, type SignedInTenant } from '../../test/browser.ts';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildStaff, query } from '../../test/builders.ts';
import { startReceiver } from '../../test/stand-ins/webhook-receiver.ts';
import { startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { eventTypes } from '../events/event-types.ts';
import { decodeId } from '../platform/ids.ts';
import { maskNumber } from '../platform/mask.ts';

// Two tenants know the same person. Each place where the person can be written down has words of its own, other ones for each
// tenant. After one tenant has erased the person, all columns of all tables and all files are searched for them: a table, a
// column or a folder that is added later is searched too.

const folder = mkdtempSync(join(tmpdir(), 'trunkline-erase-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const app = await startTestApp({ DATA_DIR: folder, SIMULATOR_SPEED: 100, WEBHOOK_ALLOW_PRIVATE: true });

const number = '+819055512345';
const second = '+819055520007';
const third = '+819055530008';
const typed = '090-5551-2345';
const numbers = [...[number, second, third].flatMap((e164) => [e164.slice(1), maskNumber(e164)]), typed];

const places = [
  ...['Name', 'Kana', 'Mail', 'Company', 'Street', 'Memo', 'Custom', 'Crm', 'Changed', 'Import', 'ImportCrm'],
  ...['CallCrm', 'Meta', 'LiveCrm', 'Note', 'Tag', 'Outcome', 'Said', 'Summed', 'Voice', 'Reply', 'Audio', 'Reason'],
] as const;
type Words = Record<(typeof places)[number], string>;
/** Letters alone, so that no mask and no folding of case hides them. */
const wordsOf = (prefix: string) =>
  Object.fromEntries(places.map((place) => [place, `${prefix}${place.toLowerCase()}`])) as Words;

const recording = { status: 'ready', duration_seconds: 1, size_bytes: 9, channels: 2 };
const testMode = { 'x-trunkline-mode': 'test' };
const once = (key: string) => ({ 'idempotency-key': key });

type Planted = SignedInTenant & { words: Words; customerId: number; callIds: string[]; liveId: string };

/** Writes the person down in every way that there is. */
async function plant(prefix: string): Promise<Planted> {
  const words = wordsOf(prefix);
  const tenant = await buildSignedIn(app, { licenses: ['open_api_advanced'], country: 'JP' });
  const { api, console: page, tenantId, projectId: project_id } = tenant;
  const staff_id = await buildStaff(app, tenantId);
  const receiver = await startReceiver({ protocol: 'http', answer: (response) => response.end(words.Reply) });
  const failing = await startReceiver({
    protocol: 'http',
    answer: (response) => response.writeHead(500).end(words.Reply),
  });
  const webhookIds: number[] = [];
  for (const { url } of [receiver, failing]) {
    const subscribed = await api.post('/webhooks', { url, events: eventTypes });
    assert.equal(subscribed.status, 201, subscribed.text);
    webhookIds.push(subscribed.body.data.webhook_id);
  }

  const customer = {
    ...{ project_id, name: words.Name, name_kana: words.Kana, email: `${words.Mail}@example.com`, tel1: number },
    ...{ company_name: words.Company, address: words.Street, notes: words.Memo, custom_fields: { x: words.Custom } },
    ...{ external_id: words.Crm, tel2: second, tel3: third },
  };
  const created = await api.post('/customers', customer, once('customer'));
  assert.equal(created.status, 201, created.text);
  await page.put(`/customers/by-external-id/${words.Crm}`, { notes: words.Changed });
  const imported = { customers: [{ project_id, name: words.Import, external_id: words.ImportCrm, tel3: number }] };
  await page.post('/customers/bulk', imported, { ...once('import'), 'x-trunkline-import': 'list' });
  const again = { customers: [imported.customers[0], { project_id, name: words.Import, tel3: number }] };
  const duplicate = await api.post('/customers/bulk', again, once('import again'));
  assert.equal(duplicate.status, 207, duplicate.text);

  const callIds: string[] = [];
  for (const phone_number of [typed, second, third]) {
    const named = callIds.length === 0 ? { external_id: words.CallCrm, metadata: { deal: words.Meta } } : {};
    const call = { phone_number, staff_id, project_id, ...named };
    const { call_id } = (await api.post('/calls/initiate', call, once(`call ${phone_number}`))).body.data;
    await until(async () => (await api.get(`/calls/${call_id}`)).body.data.ended_at);
    await api.post(`/calls/${call_id}/hangup`, undefined, once(`hang up ${phone_number}`));
    callIds.push(call_id);
  }
  // The third number calls back.
  const callsBack = 'select 1 from calls where tenant_id = $1 and call_type = $2 and ended_at is not null';
  await until(async () => (await query(app, callsBack, [tenantId, 'inbound'])).length > 0);
  const [liveId = ''] = await buildCalls(app, { tenantId, projectId: project_id }, [
    { isTest: false, phoneNumber: number, externalId: words.LiveCrm, staffId: staff_id },
  ]);
  const uuid = decodeId('call', liveId);
  await query(app, 'update calls set e164 = $2, recording = $3 where call_id = $1', [uuid, number, recording]);
  await query(app, 'insert into recordings (tenant_id, is_test, call_id, wav_bytes) values ($1, false, $2, 9)', [
    tenantId,
    uuid,
  ]);
  mkdirSync(join(folder, 'recordings', `${tenantId}`), { recursive: true });
  for (const format of ['wav', 'mp3'])
    writeFileSync(join(folder, 'recordings', `${tenantId}`, `${uuid}.${format}`), words.Audio);
  await api.get(`/calls/${callIds[0]}/recording?format=mp3`);

  const annotation = { note: words.Note, tags: [words.Tag], outcome: words.Outcome };
  for (const callId of [...callIds, liveId]) {
    const annotated = await page.put(`/calls/${callId}`, annotation, callId === liveId ? {} : testMode);
    assert.equal(annotated.status, 200, annotated.text);
  }
  const unfolded = 'select from call_label_changes where tenant_id = $1';
  await until(async () => (await query(app, unfolded, [tenantId])).length === 0);
  const insights = `
    insert into insights (tenant_id, is_test, call_id, language, transcription, summary, voice_analysis, is_indexed)
    values ($1, false, $2, 'en', $3, $4, $5, true)`;
  const ready = (text: string) => ({ status: 'ready', text, segments: [{ text }] });
  await query(app, insights, [tenantId, uuid, ready(words.Said), ready(words.Summed), ready(words.Voice)]);
  await query(app, 'insert into insight_jobs (tenant_id, is_test, call_id) values ($1, false, $2)', [tenantId, uuid]);
  await query(app, 'update call_texts set said = $2 where call_id = $1', [uuid, words.Said]);
  const blocked = await api.post('/blocked-numbers', { number, reason: words.Reason }, once('block'));
  assert.equal(blocked.status, 201);

  const waiting = `select 1 from deliveries where tenant_id = $1 and attempts = '[]'`;
  await until(async () => (await query(app, waiting, [tenantId])).length === 0);
  const deliveries = `/webhooks/${webhookIds[0]}/deliveries`;
  const [delivered] = (await api.get(`${deliveries}?status=delivered&per_page=1`)).body.data;
  assert.equal(delivered.attempts[0].response_body, words.Reply);
  const retried = await api.post(`${deliveries}/${delivered.delivery_id}/retry`, undefined, once('retry'));
  assert.equal(retried.status, 202, retried.text);
  await until(async () => (await api.get(`${deliveries}?status=pending`)).body.pagination.total === 0);
  return { ...tenant, words, customerId: created.body.data.customer_id, callIds, liveId };
}

const tables = await query(
  app,
  `select relname as name, exists (
       select from pg_attribute a where a.attrelid = t.oid and a.attname = 'tenant_id') as is_of_tenant
   from pg_class t
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
);

/** In which columns each text is, as `table.column`, and in how many rows; rows of other tenants are left out. */
async function columnsWith(tenantId: number, texts: string[]): Promise<Map<string, Record<string, number>>> {
  const found = new Map<string, Record<string, number>>(texts.map((text) => [text, {}]));
  for (const { name, is_of_tenant } of tables) {
    // Bytes are shown as hexadecimal digits.
    const rows = await query(
      app,
      `select w.text, c.key as column, count(*)::int as n
       from "${name}" r cross join lateral jsonb_each_text(to_jsonb(r)) c
       join unnest($1::text[], $2::text[]) as w (text, hex)
         on position(lower(w.text) in lower(c.value)) > 0 or position(w.hex in c.value) > 0
       ${is_of_tenant ? `where r.tenant_id = ${tenantId}` : ''} group by 1, 2 order by 1, 2`,
      [texts, texts.map((text) => Buffer.from(text).toString('hex'))],
    );
    for (const { text, column, n } of rows) Object.assign(found.get(text) ?? {}, { [`${name}.${column}`]: n });
  }
  return found;
}

/** Files below the data folder with this text in their content or their name. */
function filesWith(text: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return paths.filter((path) => path.includes(text) || readFileSync(path).includes(text));
}

async function placesOf({ tenantId, words }: Planted) {
  const found = await columnsWith(tenantId, [...Object.values(words), ...numbers]);
  return Object.fromEntries([...found].map(([text, columns]) => [text, { ...columns, files: filesWith(text).length }]));
}

const isIn = (place: object | undefined) => JSON.stringify(place) !== '{"files":0}';

const person = await plant('zqerased');
const other = await plant('zqother');
const before = await placesOf(person);
const beforeOther = await placesOf(other);

test('every place was written to, so that the search is known to find something', () => {
  const missing = Object.entries(before).filter(([, place]) => !isIn(place));
  assert.deepEqual(
    missing.map(([text]) => text),
    [],
  );
  const written = new Set(
    Object.values(before).flatMap((place) => Object.keys(place).map((column) => column.split('.')[0])),
  );
  const expected = [
    ...[
      'blocked_numbers',
      'call_external_ids',
      'call_label_counts',
      'call_labels',
      'call_texts',
      'calls',
      'customers',
      'deliveries',
      'events',
      'files',
    ],
    ...['insights', 'kept_answers'],
  ];
  assert.deepEqual([...written].sort(), expected);
});

test('after an erasure no table and no file has a word of the person, and the other tenant has all', async () => {
  const { console: page, tenantId, api, callIds, liveId, customerId } = person;
  const day = new Date().toISOString().slice(0, 10);
  const period = `from=${day}&to=${day}`;
  const reports = () =>
    Promise.all(
      ['/reports/summary', '/reports/users'].map(async (path) => (await api.get(`${path}?${period}`)).body.data),
    );
  const counted = await reports();
  const listed = (await api.get(`/calls?${period}`)).body;
  const fileOf = (callId: string, format: string) =>
    join(folder, 'recordings', `${tenantId}`, `${decodeId('call', callId)}.${format}`);
  assert.ok(existsSync(fileOf(liveId, 'wav')) && existsSync(fileOf(callIds[0] ?? '', 'mp3')));

  const preview = await page.post('/erasures', { phone_number: '+81 90-5551-2345', preview: true });
  assert.equal(preview.status, 200, preview.text);
  assert.equal(preview.body.data.status, 'preview');
  assert.deepEqual(await placesOf(person), before, 'a preview changes nothing');

  const erased = await page.post('/erasures', { phone_number: typed }, once('erase'));
  assert.equal(erased.status, 200, erased.text);
  const { erasure_id, status, ...rest } = erased.body.data;
  assert.equal(status, 'finished');
  assert.deepEqual(rest.erased, preview.body.data.erased, 'the preview was right');
  assert.deepEqual([rest.erased.customers, rest.erased.test_calls, rest.erased.live_calls], [3, 4, 1]);
  assert.deepEqual([rest.erased.transcripts, rest.erased.summaries, rest.erased.notes], [1, 1, 4]);
  assert.deepEqual(rest.kept, { blocked_numbers: 1, other_customers: 0 });

  const left = Object.entries(await placesOf(person)).filter(([, place]) => isIn(place));
  // The number stays on the never-call list, and nowhere else.
  assert.deepEqual(left, [[number.slice(1), { 'blocked_numbers.number': 1, files: 0 }]]);
  for (const callId of [...callIds, liveId])
    for (const format of ['wav', 'mp3']) assert.ok(!existsSync(fileOf(callId, format)), `${callId}.${format}`);
  assert.deepEqual(await placesOf(other), beforeOther);

  assert.deepEqual(await reports(), counted, 'reports stay true');
  const now = (await api.get(`/calls?${period}`)).body;
  assert.deepEqual(now.pagination, listed.pagination);
  for (const call of now.data) assert.deepEqual([call.phone_number, call.external_id], [null, null]);
  const detail = (await api.get(`/calls/${callIds[0]}`)).body.data;
  assert.deepEqual(
    [detail.phone_number, detail.customer_id, detail.external_id, detail.metadata, detail.recording.status],
    [null, null, null, null, 'deleted'],
  );
  assert.equal((await api.get(`/calls/${callIds[0]}/recording`)).status, 404);
  assert.equal((await api.get(`/customers/${customerId}`)).status, 404);

  const events = await query(app, `select data from events where tenant_id = $1 and data ->> 'call_id' = $2`, [
    tenantId,
    callIds[0],
  ]);
  const sequences = events.map(({ data }) => data.sequence).sort();
  assert.deepEqual(
    sequences,
    Array.from({ length: detail.sequence ?? sequences.length }, (_, i) => i + 1),
  );
  const replayed = await page.post('/erasures', { phone_number: typed }, once('erase'));
  assert.deepEqual([replayed.headers.get('idempotent-replayed'), replayed.body], ['true', erased.body]);
  assert.deepEqual((await page.get(`/erasures/${erasure_id}`)).body, erased.body);

  const log = (await page.get('/audit-log?action=person.erased')).body.data;
  assert.deepEqual(
    log.map(({ subject, details }: Record<string, unknown>) => [subject, details]),
    [[`${erasure_id}`, { by: 'phone_number' }]],
    'without the preview',
  );
  assert.ok(!JSON.stringify(log).includes('5551'));
});

test('a repeated request gets its first answer without the person, and does not bring the person back', async () => {
  const { api, projectId, words, customerId } = person;
  const customer = {
    ...{
      project_id: projectId,
      name: words.Name,
      name_kana: words.Kana,
      email: `${words.Mail}@example.com`,
      tel1: number,
    },
    ...{ company_name: words.Company, address: words.Street, notes: words.Memo, custom_fields: { x: words.Custom } },
    ...{ external_id: words.Crm, tel2: second, tel3: third },
  };
  const again = await api.post('/customers', customer, once('customer'));
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
  assert.equal(again.body.data.customer_id, customerId);
  assert.equal(again.body.data.name, '', 'the documented type has no null');
  assert.equal((await api.get(`/customers/${customerId}`)).status, 404);
});
