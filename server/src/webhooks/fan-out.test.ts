import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { atEnd } from '../../test/at-end.ts';
import { buildProject, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { eventBody, type RecordedEvent } from '../events/event-body.ts';
import { eventTypes } from '../events/event-types.ts';

const app = await startTestApp();
const url = 'https://hooks.example.com/';

type Tenant = Awaited<ReturnType<typeof licensed>>;
const licensed = (at = app) => buildTenant(at, { licenses: ['open_api_advanced'] });

async function buildWebhook({ api }: Tenant, fields: object = {}): Promise<number> {
  const answer = await api.post('/webhooks', { url, events: eventTypes, ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.webhook_id;
}

/** The types of the events that were queued for a webhook, in order. */
async function queuedFor(webhookId: number): Promise<string[]> {
  const sql = 'select event_type from deliveries where webhook_id = $1 order by delivery_id';
  return (await query(app, sql, [webhookId])).map(({ event_type }) => event_type);
}

const countOf = async (webhookId: number): Promise<number> =>
  (await query(app, 'select sum(n)::int as n from delivery_counts where webhook_id = $1', [webhookId]))[0]?.n;

async function bodiesOf({ tenantId }: Tenant): Promise<string[]> {
  const sql =
    'select event_id, type, is_test, data::text, created_at from events where tenant_id = $1 order by event_id';
  return (await query(app, sql, [tenantId])).map((event) => eventBody(event as RecordedEvent));
}

async function carryCall({ api, tenantId, projectId }: Tenant, fields: object = {}): Promise<string> {
  const staff_id = await buildStaff(app, tenantId);
  const call = { staff_id, project_id: projectId, phone_number: '+819012345678', ...fields };
  const { body } = await api.post('/calls/initiate', call);
  const { call_id } = body.data;
  await until(async () => (await api.get(`/calls/${call_id}`)).body.data.ended_at);
  return call_id;
}

test('an event is queued for every webhook of its tenant that lists its kind, is enabled and not deleted', async () => {
  const [tenant, other] = [await licensed(), await licensed()];
  const all = await buildWebhook(tenant);
  const created = await buildWebhook(tenant, { events: ['customer.created', 'call.missed'] });
  const updated = await buildWebhook(tenant, { events: ['customer.updated'] });
  const disabled = await buildWebhook(tenant, { is_enabled: false });
  const deleted = await buildWebhook(tenant);
  await tenant.api.send('DELETE', `/webhooks/${deleted}`);
  const elsewhere = await buildWebhook(other);

  const { body } = await tenant.api.post('/customers', { project_id: tenant.projectId, name: 'A' });
  await tenant.api.put(`/customers/${body.data.customer_id}`, { name: 'B' });
  assert.deepEqual(await queuedFor(all), ['customer.created', 'customer.updated']);
  assert.deepEqual(await queuedFor(created), ['customer.created']);
  assert.deepEqual(await queuedFor(updated), ['customer.updated']);
  for (const webhookId of [disabled, deleted, elsewhere]) assert.deepEqual(await queuedFor(webhookId), []);
  assert.equal(await countOf(all), 2);
});

test('rolled back events are not queued, and bulk creation queues each customer', async () => {
  const tenant = await licensed();
  const webhook = await buildWebhook(tenant);
  const { api, projectId: project_id } = tenant;
  const customer = { project_id, name: 'A', external_id: 'a' };
  await api.post('/customers', customer);
  assert.equal((await api.post('/customers', customer)).status, 409);
  assert.equal(await countOf(webhook), 1);
  const customers = Array.from({ length: 500 }, (_, i) => ({ project_id, name: `${i}` }));
  assert.equal((await api.post('/customers/bulk', { customers })).status, 201);
  assert.equal(await countOf(webhook), 501);
  assert.equal((await queuedFor(webhook)).length, 501);
});

test('filters: "and" across, "or" inside; the statuses of calls are no filter for customers', async () => {
  const tenant = await licensed();
  const { api, projectId, tenantId } = tenant;
  const otherProject = await buildProject(app, tenantId);
  const ofProject = await buildWebhook(tenant, { filters: { project_ids: [projectId] } });
  const ofOther = await buildWebhook(tenant, { filters: { project_ids: [otherProject] } });
  const ofBoth = await buildWebhook(tenant, { filters: { project_ids: [otherProject, projectId] } });
  const busy = await buildWebhook(tenant, { filters: { call_status: ['busy', 'failed'] } });
  const busyOfOther = await buildWebhook(tenant, { filters: { call_status: ['busy'], project_ids: [otherProject] } });

  await api.post('/customers', { project_id: projectId, name: 'A' });
  await carryCall(tenant, { phone_number: '+819012340002' });
  const call = ['call.initiated', 'call.missed'];
  await until(async () => (await queuedFor(ofProject)).includes('call.missed'));
  assert.deepEqual(await queuedFor(ofProject), ['customer.created', ...call]);
  assert.deepEqual(await queuedFor(ofBoth), ['customer.created', ...call]);
  assert.deepEqual(await queuedFor(ofOther), []);
  assert.deepEqual(await queuedFor(busy), ['customer.created', 'call.missed']);
  assert.deepEqual(await queuedFor(busyOfOther), []);
  await api.post('/customers', { project_id: otherProject, name: 'B' });
  assert.deepEqual(await queuedFor(busyOfOther), ['customer.created']);
});

test('waiting senders are woken after the commit, and not without a delivery', async () => {
  // Nothing else happens here: earlier events might still wake the senders of the other app.
  const quiet = await startTestApp();
  const [tenant, silent] = [await licensed(quiet), await licensed(quiet)];
  await buildWebhook(tenant, { events: ['customer.created'] });
  const listener = new pg.Client({ connectionString: quiet.databaseUrl });
  await listener.connect();
  atEnd(() => listener.end());
  let received = 0;
  listener.on('notification', () => {
    received += 1;
  });
  await listener.query('listen deliveries');
  await silent.api.post('/customers', { project_id: silent.projectId, name: 'A' });
  await listener.query('select 1');
  assert.equal(received, 0);
  await tenant.api.post('/customers', { project_id: tenant.projectId, name: 'A' });
  await until(() => received === 1);
});

test('a body is the same at every reading, and carries the customer with masked numbers', async () => {
  const tenant = await licensed();
  const { api, projectId } = tenant;
  const { body } = await api.post('/customers', { project_id: projectId, name: '山田 😀', tel1: '+819012345678' });
  const [first] = await bodiesOf(tenant);
  assert.deepEqual(await bodiesOf(tenant), [first]);
  const { id, timestamp, ...event } = JSON.parse(first ?? '');
  assert.match(id, /^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(event, {
    type: 'customer.created',
    test: true,
    data: { ...body.data, tel1: '819*****5678' },
  });
});

test('bodies stay under 20 kB: of a large customer custom_fields are left out, then notes, and named', async () => {
  const tenant = await licensed();
  const { api, projectId: project_id } = tenant;
  const wide = (length: number) => '山'.repeat(length);
  const custom_fields = { text: 'x'.repeat(16_000) };
  const rest = {
    ...{ name: wide(255), name_kana: wide(255), company_name: wide(255), external_id: '\u0001'.repeat(255) },
    address: '\u0001'.repeat(1_000),
  };
  const customers = [
    { project_id, name: 'fits', custom_fields, notes: 'x'.repeat(2_000) },
    { project_id, name: 'too large', custom_fields, notes: 'x'.repeat(10_000) },
    { project_id, name: 'notes alone', notes: wide(10_000) },
    { project_id, ...rest, custom_fields, notes: wide(10_000) },
  ];
  for (const customer of customers) {
    const answer = await api.post('/customers', customer);
    assert.equal(answer.status, 201, answer.text);
  }
  const bodies = await bodiesOf(tenant);
  for (const body of bodies) assert.ok(Buffer.byteLength(body) < 20_000, `${Buffer.byteLength(body)}`);
  const data = bodies.map((body) => JSON.parse(body).data);
  assert.deepEqual(
    data.map(({ omitted }) => omitted),
    [undefined, ['custom_fields'], ['notes'], ['custom_fields', 'notes']],
  );
  assert.deepEqual(data[0].custom_fields, custom_fields);
  assert.deepEqual([data[1].custom_fields, data[1].notes.length], [null, 10_000]);
  assert.deepEqual([data[3].custom_fields, data[3].notes, data[3].name], [null, null, rest.name]);
});

test('the largest call stays under 28 kB, with all its metadata', async () => {
  const tenant = await licensed();
  const { api, projectId: project_id } = tenant;
  const wide = (length: number) => '\u0001'.repeat(length); // Six bytes each in JSON.
  const metadata = { text: 'x'.repeat(16 * 1024 - 11) };
  assert.equal(Buffer.byteLength(JSON.stringify(metadata)), 16 * 1024);
  const phone_number = '+8190-1234-5678-000';
  const customer = { project_id, name: 'Large', tel1: phone_number, external_id: wide(255) };
  assert.equal((await api.post('/customers', customer)).status, 201);
  const call_id = await carryCall(tenant, { metadata, external_id: wide(254), phone_number });
  const tags = Array.from({ length: 20 }, (_, i) => `${wide(48)}${10 + i}`);
  const answer = await api.put(`/calls/${call_id}`, { tags, outcome: wide(50) });
  assert.equal(answer.status, 200, answer.text);
  const bodies = await until(async () => {
    const found = (await bodiesOf(tenant)).filter((body) => body.includes('"call.'));
    return found.some((body) => body.includes('"call.completed"')) && found;
  });
  for (const body of bodies) {
    assert.ok(Buffer.byteLength(body) < 28_000, `${Buffer.byteLength(body)}`);
    assert.deepEqual(JSON.parse(body).data.metadata, metadata);
  }
  const longest = Math.max(...bodies.map((body) => Buffer.byteLength(body)));
  assert.ok(longest > 26_000, `${longest}`);
});
