import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { collect, createClient } from '../../../sdk/src/index.ts';
import { atEnd } from '../at-end.ts';
import { buildCalls } from '../build/build-calls.ts';
import { buildStaff, buildTenant } from '../builders.ts';
import { startTestApp } from '../test-app.ts';
import { until } from '../until.ts';
import { installExamples } from './install-examples.ts';
import { type Recipe, walkRecipe } from './walk-recipe.ts';

// Runs the commands of examples/bi-export/README.md, examples/click-to-call/README.md, examples/crm-sync/README.md and
// examples/ticket-webhook/README.md, and performs the steps of examples/callback-recipe/recipe.json.

const app = await startTestApp({ WEBHOOK_ALLOW_PRIVATE: true });
const examples = await installExamples();
const read = (file: string) => readFileSync(join(examples.folder, file), 'utf8');

async function newTenant() {
  const tenant = await buildTenant(app, { licenses: ['open_api_advanced'] });
  const { tenantId, projectId, key } = tenant;
  const staffId = await buildStaff(app, tenantId);
  const api = createClient({ baseUrl: app.address, apiKey: key });
  const settings = { SERVER: app.address, KEY: key, PROJECT_ID: `${projectId}`, STAFF_ID: `${staffId}` };
  const initiate = (phone_number: string, external_id: string) =>
    api.calls.initiate({ phone_number, external_id, staff_id: staffId, project_id: projectId });
  return { ...tenant, staffId, api, settings, initiate };
}

test('crm-sync brings customers in and calls out, and a second run changes nothing', async () => {
  const { api, settings, initiate } = await newTenant();
  const first = await examples.run('crm-sync', settings);
  assert.match(first, /^1 customers refused, 0 calls known\ncrm-1004 /);
  assert.deepEqual(
    (await api.customers.list().toArray()).map(({ external_id }) => external_id),
    ['crm-1001', 'crm-1002', 'crm-1003'],
  );
  const { call_id } = await initiate('+819012345678', 'deal-1');
  await collect(api.calls.follow(call_id));
  assert.match(await examples.run('crm-sync', settings), /^1 customers refused, 1 calls known/);
  const activities = read('activities.json');
  const { calls } = JSON.parse(activities);
  assert.deepEqual(Object.keys(calls), [call_id]);
  assert.deepEqual([calls[call_id].deal, calls[call_id].customer], ['deal-1', 'crm-1001']);
  await examples.run('crm-sync', settings);
  assert.equal(read('activities.json'), activities);
  assert.equal((await api.customers.list().toArray()).length, 3);
  assert.ok(read('examples/crm-sync/sync.mjs').trim().split('\n').length <= 60);
});

test('bi-export writes the same calls as CSV and as JSON lines', async () => {
  const { tenantId, projectId, staffId, settings } = await newTenant();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const ids = await buildCalls(app, { tenantId, projectId }, [
    { at: daysAgo(80), staffId, talkSeconds: 30, externalId: '=1+1, "x"' },
    { at: daysAgo(40), staffId, status: 'busy' },
    { at: daysAgo(1), staffId, staffTalkMs: 3_000, customerTalkMs: 1_000 },
  ]);
  const output = await examples.run('bi-export', settings);
  assert.match(output, /^3 calls, 2 connected, success rate 0\.6667/);
  const lines = read('calls.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ call_id }) => call_id),
    ids,
  );
  assert.equal(lines[2].talk_ratio, 0.75);
  for (const line of lines) assert.deepEqual(Object.keys(line), Object.keys(lines[0]));
  const [header = '', first = '', ...others] = read('calls.csv').trimEnd().split('\r\n');
  assert.equal(header, `\uFEFF${Object.keys(lines[0]).join(',')}`);
  assert.equal(others.length, 2);
  assert.ok(first.endsWith(`,"'=1+1, ""x"""`), first);
  assert.ok(first.startsWith(`${ids[0]},outbound,connected,819*****5678,`), first);
});

test('ticket-webhook notes the results of calls, and refuses forged requests', async () => {
  const { api, settings, initiate } = await newTenant();
  const hook = { url: 'http://127.0.0.1:9/', events: ['call.completed' as const, 'call.missed' as const] };
  const { webhook_id, secret } = await api.webhooks.create(hook);
  const { address, output } = await examples.serve('ticket-webhook', { ...settings, WEBHOOK_SECRET: secret });
  await api.webhooks.update(webhook_id, { url: address });

  const forged = await fetch(address, { method: 'POST', headers: { 'x-service-signature': 't=1,v1=00' }, body: '{}' });
  assert.equal(forged.status, 400);
  const tickets = () => JSON.parse(read('tickets.json'));
  await initiate('+819012340002', 'T-7:1');
  await until(() => output().includes('ticket T-7: call again'));
  const { call_id } = await initiate('+819012345678', 'T-7:2');
  await until(() => output().includes('ticket T-7: answered'));
  assert.equal(tickets()['T-7'].state, 'answered');
  assert.equal(Object.keys(tickets()['T-7'].calls).length, 2);
  assert.ok(tickets()['T-7'].calls[call_id].ended_at);
  const [delivery] = await api.webhooks.deliveries(webhook_id).toArray();
  await api.webhooks.retryDelivery(webhook_id, delivery?.delivery_id ?? '');
  await until(() => / known$/m.test(output()));
  assert.match(output(), /^refused: /m);
});

test('click-to-call starts calls of contacts alone, and keeps the key on its server', async () => {
  const { api, settings } = await newTenant();
  const { address } = await examples.serve('click-to-call', settings);
  const page = await (await fetch(address)).text();
  const contacts = await (await fetch(`${address}/contacts`)).text();
  for (const text of [page, contacts]) assert.doesNotMatch(text, /tl_test|81-90/);
  const post = (body: object, headers: Record<string, string> = { 'x-click-to-call': 'yes' }) =>
    fetch(`${address}/calls`, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal((await post({ contact_id: 'c1' }, {})).status, 403);
  assert.equal((await post({ contact_id: '+81-90-1234-5678' })).status, 404);
  const lines = (await (await post({ contact_id: 'c1' })).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual([lines.at(-1).status, lines.at(-1).ended], ['connected', true]);
  const today = new Date(Date.now() - 60_000).toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  assert.equal((await api.calls.list({ from: today, to: tomorrow }).toArray()).length, 1);
});

test('the steps of callback-recipe call back after a missed call, once', async () => {
  const { api, key, staffId, initiate } = await newTenant();
  const received: { headers: Record<string, string>; body: Buffer }[] = [];
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await buffer(request) });
    response.writeHead(204).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  atEnd(() => receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { secret } = await api.webhooks.create({ url, events: ['call.missed'] });
  await initiate('+819012340008', 'first');
  const eventOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString());
  const missed = await until(() => received.find((one) => eventOf(one).data.call_type === 'inbound'));
  const unanswered = await until(() => received.find((one) => eventOf(one).data.call_type === 'outbound'));

  const recipe: Recipe = JSON.parse(read('examples/callback-recipe/recipe.json'));
  const env = { TRUNKLINE_URL: app.address, TRUNKLINE_WEBHOOK_SECRET: secret, TRUNKLINE_STAFF_ID: `${staffId}` };
  const walk = { env, credential: { authorization: `Bearer ${key}` } };
  const results = await walkRecipe(recipe, { ...walk, request: missed });
  assert.deepEqual(
    Object.keys(results),
    recipe.nodes.map(({ name }) => name),
  );
  const started = (results['Call back'] as { data: { call_id: string } }).data;
  const { external_id, phone_number } = await api.calls.get(started.call_id);
  assert.equal(external_id, `callback-${eventOf(missed).data.call_id}`);
  assert.match(phone_number ?? '', /0008$/);
  const again = await walkRecipe(recipe, { ...walk, request: missed });
  assert.deepEqual(again['Call back'], results['Call back']);
  assert.deepEqual(Object.keys(await walkRecipe(recipe, { ...walk, request: unanswered })), [
    'Call event',
    'Verify signature',
  ]);
  const forged = { ...missed, body: Buffer.from(missed.body.toString().replace('call.missed', 'call.missing')) };
  await assert.rejects(walkRecipe(recipe, { ...walk, request: forged }), /forged/);
});
