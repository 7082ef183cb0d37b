import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCalls } from '../../server/test/build/build-calls.ts';
import { buildKey, buildStaff, buildTenant } from '../../server/test/builders.ts';
import { startTestApp } from '../../server/test/test-app.ts';
import {
  AuthenticationError,
  type Client,
  ConflictError,
  createClient,
  NotFoundError,
  PermissionError,
  TrunklineError,
  ValidationError,
} from './index.ts';

const app = await startTestApp({ WEBHOOK_ALLOW_PRIVATE: true });
const licenses = ['open_api_advanced'];
const today = new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);
const tomorrow = daysAgo(-1);

async function newTenant(): Promise<{
  api: Client;
  tenantId: number;
  projectId: number;
  staffId: number;
  key: string;
}> {
  const { tenantId, projectId, key } = await buildTenant(app, { licenses });
  const staffId = await buildStaff(app, tenantId);
  return { api: createClient({ baseUrl: app.address, apiKey: key }), tenantId, projectId, staffId, key };
}

/** The rejection of a promise, which must be one of this class. */
async function rejection<T extends TrunklineError>(
  promise: Promise<unknown>,
  family: new (...args: never[]) => T,
): Promise<T> {
  const error = await promise.then(() => undefined).catch((reason: unknown) => reason);
  assert.ok(error instanceof family, String(error));
  return error;
}

test('a call is started, read, hung up and listed', async () => {
  const { api, projectId, staffId } = await newTenant();
  const { call_id, status } = await api.calls.initiate({
    phone_number: '+81-90-1234-5678',
    staff_id: staffId,
    project_id: projectId,
    external_id: 'deal-1',
    metadata: { deal: 1 },
  });
  assert.equal(status, 'initiating');
  const ended = await api.calls.hangup(call_id);
  assert.equal(ended.call_id, call_id);
  const call = await api.calls.get(call_id);
  assert.equal(call.phone_number, '+81-90-1234-5678');
  assert.deepEqual(call.metadata, { deal: 1 });
  const listed = await api.calls.list({ from: today, to: tomorrow, external_id: 'deal-1' }).toArray();
  assert.deepEqual(
    listed.map((item) => item.call_id),
    [call_id],
  );
});

test('a customer is created, changed, found by its external id, listed and deleted', async () => {
  const { api, projectId } = await newTenant();
  const { customer_id } = await api.customers.create({ project_id: projectId, name: 'Ann', external_id: 'a/b c?#%' });
  assert.equal((await api.customers.update(customer_id, { tel1: '+819012345678' })).tel1, '+819012345678');
  assert.equal((await api.customers.getByExternalId('a/b c?#%')).customer_id, customer_id);
  assert.equal((await api.customers.upsertByExternalId('a/b c?#%', { name: 'Anna' })).name, 'Anna');
  const other = await api.customers.upsertByExternalId('new', { project_id: projectId, name: 'Ben' });
  assert.deepEqual(
    (await api.customers.list({ q: 'ann' }).toArray()).map((item) => item.customer_id),
    [customer_id],
  );
  assert.equal((await api.customers.delete(customer_id)).customer_id, customer_id);
  await rejection(api.customers.get(customer_id), NotFoundError);
  assert.equal((await api.customers.get(other.customer_id)).name, 'Ben');
});

test('the directory, the never-call list and webhooks have their methods', async () => {
  const { api, projectId, staffId } = await newTenant();
  assert.equal((await api.me()).key.kind, 'test');
  assert.deepEqual(
    (await api.staff.list().toArray()).map(({ staff_id }) => staff_id),
    [staffId],
  );
  assert.equal((await api.staff.get(staffId)).staff_id, staffId);
  assert.equal((await api.projects.list({ is_active: true }).toArray())[0]?.project_id, projectId);
  assert.equal((await api.projects.get(projectId)).project_id, projectId);

  await api.blockedNumbers.add({ number: '+819011112222', reason: 'asked' });
  assert.equal((await api.blockedNumbers.list().toArray())[0]?.number, '+819011112222');
  await api.blockedNumbers.remove('+819011112222');
  assert.deepEqual(await api.blockedNumbers.list().toArray(), []);

  const webhook = await api.webhooks.create({ url: 'http://127.0.0.1:9/', events: ['call.completed'] });
  assert.match(webhook.secret, /^whsec_/);
  assert.equal((await api.webhooks.update(webhook.webhook_id, { label: 'x' })).label, 'x');
  assert.equal((await api.webhooks.test(webhook.webhook_id)).success, false);
  assert.notEqual((await api.webhooks.rotateSecret(webhook.webhook_id)).secret, webhook.secret);
  assert.equal((await api.webhooks.deliveries(webhook.webhook_id).toArray()).length, 1);
  assert.equal((await api.webhooks.replay(webhook.webhook_id, { since: today })).queued, 0);
  assert.equal((await api.webhooks.list().toArray()).length, 1);
  await api.webhooks.delete(webhook.webhook_id);
  await rejection(api.webhooks.get(webhook.webhook_id), NotFoundError);
});

test('lists follow all pages and end, and a limit stops them early', async () => {
  const { api, projectId } = await newTenant();
  const customers = Array.from({ length: 7 }, (_, i) => ({ project_id: projectId, name: `C${i}` }));
  await api.customers.bulk({ customers });
  const names: string[] = [];
  for await (const { name } of api.customers.list({ per_page: 3 })) names.push(name);
  assert.deepEqual(
    names,
    customers.map(({ name }) => name),
  );
  const sizes: number[] = [];
  for await (const page of api.customers.list({ per_page: 3 }).pages()) sizes.push(page.data.length);
  assert.deepEqual(sizes, [3, 3, 1]);
  assert.deepEqual(
    (await api.customers.list({ per_page: 3, page: 3 }).toArray()).map(({ name }) => name),
    ['C6'],
  );
  assert.equal((await api.customers.list({ per_page: 3 }).toArray({ limit: 4 })).length, 4);
  assert.deepEqual(await api.customers.list({ q: 'nothing' }).toArray(), []);
});

test('calls that begin while the newest ones are listed are not repeated, and push none out', async () => {
  const { api, tenantId, projectId } = await newTenant();
  const before = await buildCalls(
    app,
    { tenantId, projectId },
    Array.from({ length: 9 }, (_, i) => ({ at: new Date(Date.now() - 3_600_000 + i * 1_000) })),
  );
  const seen: string[] = [];
  for await (const { call_id } of api.calls.list({ from: daysAgo(1), to: tomorrow, per_page: 2 })) {
    seen.push(call_id);
    if (seen.length % 2 === 0) await buildCalls(app, { tenantId, projectId }, [{}, {}, {}]);
  }
  assert.deepEqual(seen, before.toReversed());
});

test('a period of more than 31 days is listed range by range, in either order', async () => {
  const { api, tenantId, projectId } = await newTenant();
  const days = [0, 1, 30, 31, 32, 61, 62, 63, 99];
  const ids = await buildCalls(
    app,
    { tenantId, projectId },
    days.map((day) => ({ at: noonOf(daysAgo(100 - day)) })),
  );
  const period = { from: daysAgo(100), to: daysAgo(1) };
  const listed = async (sort: 'asc' | 'desc') =>
    (await api.calls.list({ ...period, sort }).toArray()).map(({ call_id }) => call_id);
  assert.deepEqual(await listed('asc'), ids);
  assert.deepEqual(await listed('desc'), ids.toReversed());
  const reported = await api.reports.calls({ ...period, sort: 'asc' }).toArray();
  assert.deepEqual(
    reported.map(({ call_id }) => call_id),
    ids,
  );
});

test('several values of a filter are sent as one list', async () => {
  const { api, tenantId, projectId, staffId } = await newTenant();
  const statuses = ['connected', 'busy', 'failed'] as const;
  await buildCalls(
    app,
    { tenantId, projectId },
    statuses.map((status) => ({ status, staffId })),
  );
  const query = { from: today, to: tomorrow, status: ['busy', 'failed'], staff_id: [staffId] };
  assert.equal((await api.calls.list(query).toArray()).length, 2);
});

test('any number of customers is imported, and a refused one stops no other', async () => {
  const { api, projectId } = await newTenant();
  function* many() {
    for (let i = 0; i < 1_203; i++)
      yield { project_id: projectId, name: i === 700 ? '' : `Customer ${i}`, external_id: `c-${i}` };
  }
  const results = [];
  for await (const result of api.customers.import(many())) results.push(result);
  assert.deepEqual(
    results.map(({ index }) => index),
    Array.from({ length: 1_203 }, (_, i) => i),
  );
  assert.deepEqual(
    results.flatMap(({ status, index }) => (status === 'created' ? [] : [index])),
    [700],
  );
  assert.equal((await api.customers.list().toArray()).length, 1_202);

  const bad = [
    { project_id: projectId, name: '' },
    { project_id: projectId, name: 'x', tel1: 'y' },
  ];
  const refused = [];
  for await (const { status, error } of api.customers.import(bad))
    refused.push([status, error?.details.map(({ field }) => field)]);
  assert.deepEqual(refused, [
    ['failed', ['customers[0].name']],
    ['failed', ['customers[1].tel1']],
  ]);

  const again = [];
  for await (const { status } of api.customers.import([{ project_id: projectId, name: 'Z', external_id: 'c-1' }], {
    on_duplicate: 'update',
  }))
    again.push(status);
  assert.deepEqual(again, ['updated']);
  // A customer who exists needs neither a project nor a name, in the types too.
  const change = { external_id: 'c-1', tel1: '+819012345678' };
  const outcome = await api.customers.bulk({ on_duplicate: 'update', customers: [change] });
  assert.equal(outcome.results[0]?.status, 'updated');
  for await (const { status } of api.customers.import([change], { on_duplicate: 'update' }))
    assert.equal(status, 'updated');
  // @ts-expect-error: A customer without an external id needs a project.
  await rejection(api.customers.bulk({ customers: [{ name: 'Z' }] }), ValidationError);
});

test('each family of refusals has its class, with code, details and the id of the request', async () => {
  const { api, tenantId, projectId, staffId } = await newTenant();
  const unknown = await rejection(
    createClient({ baseUrl: app.address, apiKey: 'tl_test_x' }).me(),
    AuthenticationError,
  );
  assert.equal(unknown.code, 'invalid_api_key');
  const { key } = await buildKey(app, tenantId, { scopes: ['calls:read'] });
  const narrow = createClient({ baseUrl: app.address, apiKey: key });
  const forbidden = await rejection(narrow.customers.list().toArray(), PermissionError);
  assert.equal(forbidden.details[0]?.scope, 'customers:read');
  const missing = await rejection(api.calls.get('call_01KA3HDNJ47K45VGPGDPSZXXF4'), NotFoundError);
  assert.equal(missing.status, 404);
  assert.match(missing.request_id ?? '', /^[0-9a-f]{32}$/);
  const call = { phone_number: '12', staff_id: 999_999, project_id: projectId };
  const invalid = await rejection(api.calls.initiate(call), ValidationError);
  assert.deepEqual(invalid.details.map(({ field }) => field).sort(), ['phone_number', 'staff_id']);
  const good = { phone_number: '+819012345678', staff_id: staffId, project_id: projectId, external_id: 'once' };
  const { call_id } = await api.calls.initiate(good);
  const conflict = await rejection(api.calls.initiate(good), ConflictError);
  assert.equal(conflict.details[0]?.call_id, call_id);
  for (const error of [unknown, forbidden, missing, invalid, conflict]) {
    assert.ok(error instanceof TrunklineError && error.request_id);
    assert.equal(error.name, error.constructor.name);
  }
});

test('an id that would lead to another operation is refused before anything is sent', async () => {
  const { api } = await newTenant();
  for (const id of ['', '.', '..'])
    assert.throws(() => api.customers.getByExternalId(id), { name: 'TypeError' }, `"${id}"`);
  await rejection(api.calls.get('a/../../customers'), NotFoundError);
});

test('the recording is a file', async () => {
  const { api, projectId, staffId } = await newTenant();
  const { call_id } = await api.calls.initiate({
    phone_number: '+819012345678',
    staff_id: staffId,
    project_id: projectId,
  });
  for await (const { ended_at } of api.calls.follow(call_id)) if (ended_at) break;
  const file = await api.calls.recording(call_id, { format: 'wav' });
  assert.equal(new TextDecoder().decode((await file.arrayBuffer()).slice(0, 4)), 'RIFF');
});

test('an address that no request can be sent to is refused at once', () => {
  const addresses = ['phone.example.com', 'localhost:8080', '127.0.0.1:8080', 'ftp://a', 'https:a', 'https://', ''];
  // JavaScript may leave it out.
  for (const options of [...addresses.map((baseUrl) => ({ baseUrl })), JSON.parse('{}')])
    assert.throws(() => createClient(options), /^Error: baseUrl must be .* https:\/\/ or http:\/\/, and is "/);
  createClient({ baseUrl: '/phone' });
});

test('the address may have a path or end with a slash, and other pages than the API are recognized', async () => {
  const { key } = await newTenant();
  for (const baseUrl of [`${app.address}/`, `${app.address}/api/v1`, `${app.address}/api/v1/ `, ` ${app.address}\n`])
    assert.equal((await createClient({ baseUrl, apiKey: key }).me()).key.kind, 'test');
  const wrong = createClient({ baseUrl: `${app.address}/docs#`, apiKey: key, maxRetries: 0 });
  assert.equal((await rejection(wrong.me(), TrunklineError)).code, 'invalid_answer');
});
