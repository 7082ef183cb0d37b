import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { atEnd } from '../../test/at-end.ts';
import { type BuiltWebhook, buildWebhook, countDeliveries, testBox } from '../../test/build/build-webhooks.ts';
import { buildKey, buildTenant, query } from '../../test/builders.ts';
import { startCustomApp } from '../../test/custom-app.ts';
import { secretsOf } from '../../test/secrets.ts';
import { receiverAnswers, startReceiver } from '../../test/stand-ins/webhook-receiver.ts';
import { assertProblem, client, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { eventTypes } from '../events/event-types.ts';
import { urlChecker } from './sending/check-url.ts';
import { makeAgent } from './sending/guarded-agent.ts';

const app = await startTestApp({ WEBHOOK_ALLOW_PRIVATE: true });
const receiver = await startReceiver({ protocol: 'http' });
const box = await secretsOf(app);
const licensed = { licenses: ['open_api_advanced'] };
const { tenantId, api } = await buildTenant(app, licensed);

const build = (options: { events?: string[]; isEnabled?: boolean } = {}) =>
  buildWebhook(app, tenantId, receiver.url, { ...options, box });
const pathOf = ({ webhookId }: BuiltWebhook) => `/webhooks/${webhookId}/test`;
const readDeliveries = ({ webhookId }: BuiltWebhook) =>
  query(app, 'select * from deliveries where webhook_id = $1 order by delivery_id', [webhookId]);

test('a test delivery has the shape of the first kind in events, a true signature and "test": true', async () => {
  const shapes: Record<string, string[]> = {};
  for (const type of eventTypes) {
    const webhook = await build({ events: [type, 'call.completed'] });
    receiver.answerWith(receiverAnswers.ok);
    const answer = await api.post(pathOf(webhook));
    assert.equal(answer.status, 200, answer.text);
    const { delivery_id, event_id, duration_ms, ...rest } = answer.body.data;
    assert.deepEqual(rest, { success: true, response_status: 200, error: null });
    assert.match(delivery_id, /^dlv_[0-9A-Z]{26}$/);
    assert.ok(Number.isInteger(duration_ms));
    const { headers, body } = receiver.received.at(-1) ?? assert.fail();
    const event = new Webhook(webhook.secret).verify(body, headers) as Record<string, Record<string, unknown>>;
    assert.deepEqual(Object.keys(event), ['id', 'type', 'timestamp', 'test', 'data']);
    assert.deepEqual([event.id, event.type, event.test], [event_id, type, true]);
    assert.ok(!/\d{9,}/.test(JSON.stringify(event.data)), 'numbers are masked');
    shapes[type] = Object.keys(event.data ?? {});
    const [delivery] = await readDeliveries(webhook);
    assert.deepEqual([delivery?.status, delivery?.event_type, delivery?.attempts.length], ['delivered', type, 1]);
    assert.deepEqual(await countDeliveries(app, webhook), { delivered: 1 });
  }
  // The fields of real events: see the contract.
  const call = [
    ...['call_id', 'call_type', 'status', 'phone_number', 'staff_id', 'project_id', 'started_at', 'ended_at'],
    ...['duration_seconds', 'external_id', 'initiated_at', 'answered_at', 'customer_id', 'customer_external_id'],
    ...['metadata', 'end_reason', 'hangup_by', 'recording', 'sequence'],
  ];
  assert.deepEqual(shapes['call.completed'], call);
  assert.deepEqual(shapes['call.missed'], call);
  assert.deepEqual(shapes['customer.created']?.slice(0, 3), ['customer_id', 'project_id', 'external_id']);
});

test('a failing endpoint is reported in words, is not retried and does not count as failing', async () => {
  const webhook = await build();
  receiver.answerWith(receiverAnswers.gone);
  const before = receiver.received.length;
  const answer = await api.post(pathOf(webhook), {});
  assert.equal(answer.status, 200, answer.text);
  const { success, response_status, error } = answer.body.data;
  assert.deepEqual([success, response_status, error], [false, 410, 'The endpoint responded with 410.']);
  const [delivery] = await readDeliveries(webhook);
  assert.deepEqual([delivery?.status, delivery?.attempts[0].error], ['failed', error]);
  assert.deepEqual(await countDeliveries(app, webhook), { failed: 1 });
  const [row] = await query(app, 'select is_enabled, failing_since from webhooks where webhook_id = $1', [
    webhook.webhookId,
  ]);
  assert.deepEqual(row, { is_enabled: true, failing_since: null });
  assert.equal(receiver.received.length, before + 1);
});

test('a disabled webhook can be tested; one that is deleted, unknown or of another tenant is 404', async () => {
  receiver.answerWith(receiverAnswers.ok);
  const disabled = await build({ isEnabled: false });
  assert.equal((await api.post(pathOf(disabled))).body.data.success, true);
  const deleted = await build();
  await query(app, 'update webhooks set deleted_at = now() where webhook_id = $1', [deleted.webhookId]);
  assertProblem(await api.post(pathOf(deleted)), 404, 'not_found');
  for (const id of ['999999', '0', 'x', '1.0']) assertProblem(await api.post(`/webhooks/${id}/test`), 404, 'not_found');
  const stranger = await buildTenant(app, licensed);
  assertProblem(await stranger.api.post(pathOf(disabled)), 404, 'not_found');
});

test('a webhook that is deleted after a test was recorded, and before it is sent, is 404 and is sent nothing', async () => {
  const webhook = await build();
  receiver.answerWith(receiverAnswers.ok);
  const before = receiver.received.length;
  const deleting = new pg.Client({ connectionString: app.databaseUrl });
  await deleting.connect();
  await deleting.query('begin');
  await deleting.query('select pg_advisory_xact_lock(hashint8extended($1, 4))', [webhook.webhookId]);
  const headers = { 'idempotency-key': 'deleted' };
  const testing = api.post(pathOf(webhook), undefined, headers);
  await until(async () => (await readDeliveries(webhook)).length > 0);
  const deletion = `update webhooks set deleted_at = now(), secret = '' where webhook_id = $1`;
  await deleting.query(deletion, [webhook.webhookId]);
  await deleting.query('commit');
  await deleting.end();
  assertProblem(await testing, 404, 'not_found');
  assertProblem(await api.post(pathOf(webhook), undefined, headers), 404, 'not_found');
  assert.equal(receiver.received.length, before);
});

/** A server whose connections to endpoints wait until they are released. */
async function startWithSlowConnections() {
  const gates: (() => void)[] = [];
  const agent = makeAgent({
    isForbidden: () => false,
    resolve: async () => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  atEnd(() => agent.destroy());
  const slow = await startCustomApp({
    webhooks: { box: testBox, checkUrl: urlChecker({ allowPrivate: true }), agent },
  });
  const tenant = await buildTenant(slow, licensed);
  const webhook = await buildWebhook(slow, tenant.tenantId, `http://slow.test:${receiver.port}/`);
  const claimedAt = async () =>
    (await query(slow, 'select claimed_at from deliveries where webhook_id = $1', [webhook.webhookId]))[0]?.claimed_at;
  const isOver = async (claimed: Date) => {
    const sql = `select clock_timestamp() > $1::timestamptz + interval '1 second' as is_over`;
    return (await query(slow, sql, [claimed]))[0]?.is_over;
  };
  return { ...tenant, slow, webhook, gates, claimedAt, isOver };
}

test('an answer that a webhook was deleted waits for tests, and one whose connection takes longer is not sent', async () => {
  const { api, webhook, gates, claimedAt, isOver } = await startWithSlowConnections();
  receiver.answerWith(receiverAnswers.ok);
  const before = receiver.received.length;
  const testing = api.post(pathOf(webhook));
  await until(() => gates.length === 1);
  const claimed = await claimedAt();
  const deleted = await api.send('DELETE', `/webhooks/${webhook.webhookId}`);
  assert.equal(deleted.status, 200, deleted.text);
  assert.ok(await isOver(claimed));
  gates[0]?.();
  assertProblem(await testing, 404, 'not_found');
  assert.equal(receiver.received.length, before);
});

test('a test with a slow connection is still sent, once', async () => {
  const { api, slow, webhook, gates, claimedAt, isOver } = await startWithSlowConnections();
  receiver.answerWith(receiverAnswers.ok);
  const before = receiver.received.length;
  const testing = api.post(pathOf(webhook));
  await until(() => gates.length === 1);
  const claimed = await claimedAt();
  await until(() => isOver(claimed));
  gates[0]?.();
  assert.equal((await testing).body.data.success, true);
  assert.equal(receiver.received.length, before + 1);
  assert.deepEqual(await countDeliveries(slow, webhook), { delivered: 1 });
});

test('scope and license are needed', async () => {
  const webhook = await build();
  const { key } = await buildKey(app, tenantId, { scopes: ['calls:read'] });
  assertProblem(await client(app, key).post(pathOf(webhook)), 403, 'insufficient_scope');
  const { api: unlicensed } = await buildTenant(app);
  assertProblem(await unlicensed.post(pathOf(webhook)), 403, 'license_required');
});

test('with an Idempotency-Key a repetition sends nothing and gets the first answer', async () => {
  const webhook = await build();
  for (const [key, answer] of Object.entries({ good: receiverAnswers.ok, bad: receiverAnswers.status(503) })) {
    receiver.answerWith(answer);
    const before = receiver.received.length;
    const headers = { 'idempotency-key': `${key}-${webhook.webhookId}` };
    const first = await api.post(pathOf(webhook), undefined, headers);
    const second = await api.post(pathOf(webhook), undefined, headers);
    assert.deepEqual([first.status, second.status, second.text], [200, 200, first.text]);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(receiver.received.length, before + 1);
  }
  const refused = await api.post('/webhooks/999999/test', undefined, { 'idempotency-key': 'unknown' });
  const again = await api.post('/webhooks/999999/test', undefined, { 'idempotency-key': 'unknown' });
  assert.deepEqual([refused.status, again.status], [404, 404]);
});

test('a repetition while the first one is being sent is 409, and no transaction is open meanwhile', async () => {
  const webhook = await build();
  const headers = { 'idempotency-key': 'meanwhile' };
  let answer = () => {};
  receiver.answerWith((response) => {
    answer = () => response.end();
  });
  const before = receiver.received.length;
  const first = api.post(pathOf(webhook), undefined, headers);
  await until(() => receiver.received.length > before);
  assertProblem(await api.post(pathOf(webhook), undefined, headers), 409, 'idempotency_in_progress');
  // The node's other work has transactions too, but none that stays open until the answer.
  const open = `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
  await until(async () => (await query(app, open)).length === 0);
  answer();
  const { status, text, body } = await first;
  assert.deepEqual([status, body.data.success], [200, true]);
  assert.equal((await api.post(pathOf(webhook), undefined, headers)).text, text);
});

test('a test is neither retried nor replayed, while it is being sent nor afterwards', async () => {
  const webhook = await build();
  const path = `/webhooks/${webhook.webhookId}`;
  let answer = () => {};
  receiver.answerWith((response) => {
    answer = () => response.writeHead(500).end();
  });
  const assertUntouched = async () => {
    const [listed] = (await api.get(`${path}/deliveries`)).body.data;
    const retried = await api.post(`${path}/deliveries/${listed.delivery_id}/retry`);
    assert.equal(assertProblem(retried, 422, 'validation_failed')[0]?.code, 'test_delivery');
    for (const status of ['failed', 'all']) {
      const replayed = await api.post(`${path}/replay`, { since: listed.created_at, status });
      assert.deepEqual(replayed.body, { data: { queued: 0 } });
    }
    assert.deepEqual(await countDeliveries(app, webhook), { failed: 1 });
  };
  const before = receiver.received.length;
  const testing = api.post(pathOf(webhook));
  await until(() => receiver.received.length > before);
  await assertUntouched();
  answer();
  assert.equal((await testing).body.data.success, false);
  await assertUntouched();
  assert.equal(receiver.received.length, before + 1);
});

test('a test whose server died in the middle has failed, and its repetition says so', async () => {
  const webhook = await build();
  receiver.answerWith(receiverAnswers.ok);
  const headers = { 'idempotency-key': 'died' };
  await api.post(pathOf(webhook), undefined, headers);
  // As a crash half a minute ago would have left it.
  await query(
    app,
    `with died as (
       update deliveries set attempts = '[]', status = 'failed', claimed_at = now() - interval '31 s' where webhook_id = $1
       returning *)
     insert into delivery_counts select tenant_id, webhook_id, v.status, v.n
     from died, (values ('delivered', -1), ('failed', 1)) v (status, n)`,
    [webhook.webhookId],
  );
  const before = receiver.received.length;
  const answers = await Promise.all([1, 2].map(() => api.post(pathOf(webhook), undefined, headers)));
  for (const { status, body } of answers) {
    assert.equal(status, 200);
    assert.equal(body.data.success, false);
    assert.match(body.data.error, /^The server stopped during this test/);
  }
  assert.equal(receiver.received.length, before);
});
