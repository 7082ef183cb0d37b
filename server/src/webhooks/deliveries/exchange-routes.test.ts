import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { buildSignedIn } from '../../../test/browser.ts';
import { buildDeliveries } from '../../../test/build/build-deliveries.ts';
import { buildWebhook } from '../../../test/build/build-webhooks.ts';
import { query } from '../../../test/builders.ts';
import { secretsOf } from '../../../test/secrets.ts';
import { receiverAnswers, startReceiver } from '../../../test/stand-ins/webhook-receiver.ts';
import { assertProblem, startTestApp } from '../../../test/test-app.ts';

const app = await startTestApp({ WEBHOOK_ALLOW_PRIVATE: true });
const receiver = await startReceiver({ protocol: 'http' });
const box = await secretsOf(app);

async function build() {
  const signedIn = await buildSignedIn(app, { licenses: ['open_api_advanced'] });
  const webhook = await buildWebhook(app, signedIn.tenantId, receiver.url, { box });
  return { ...signedIn, webhook, path: `/webhooks/${webhook.webhookId}` };
}

test('a test keeps the exact request that was sent, and the answer', async () => {
  const { console, webhook, path } = await build();
  receiver.answerWith(receiverAnswers.status(500));
  const tested = (await console.post(`${path}/test`)).body.data;
  const fields = ['delivery_id', 'event_id', 'success', 'response_status', 'duration_ms', 'error'];
  assert.deepEqual(Object.keys(tested), fields, 'the answer of the public API stays as it is');
  const { status, body, text } = await console.get(`${path}/deliveries/${tested.delivery_id}`);
  assert.equal(status, 200, text);
  const { request, attempts, ...delivery } = body.data;
  assert.deepEqual([delivery.delivery_id, delivery.event_id], [tested.delivery_id, tested.event_id]);

  const sent = receiver.received.at(-1) ?? assert.fail();
  assert.deepEqual([request.url, request.body], [receiver.url, sent.body]);
  for (const [name, value] of Object.entries(request.headers)) assert.equal(sent.headers[name], value, name);
  assert.ok(new Webhook(webhook.secret).verify(request.body, request.headers));
  assert.match(request.headers['x-service-signature'], /^t=\d+,v1=[0-9a-f]{64}$/);
  assert.ok(!text.includes(webhook.secret));
  const [{ response_status, response_body, error_code }] = attempts;
  assert.deepEqual([response_status, response_body, error_code], [500, 'status 500', 'refused']);
});

test('another delivery keeps only the body, for as long as its event', async () => {
  const { tenantId, webhook, console, path } = await build();
  const [deliveryId] = await buildDeliveries(app, webhook, { status: 'failed' });
  const read = async () => (await console.get(`${path}/deliveries/${deliveryId}`)).body.data;
  const { request, event_id } = await read();
  assert.deepEqual([request.url, request.headers, JSON.parse(request.body).id], [null, null, event_id]);
  await query(app, 'delete from events where tenant_id = $1', [tenantId]);
  assert.equal((await read()).request.body, null);
});

test("another tenant's delivery, another webhook's and a malformed id are 404, and there is no such path for keys", async () => {
  const { tenantId, webhook, api, console, path } = await build();
  const [deliveryId] = await buildDeliveries(app, webhook, { status: 'failed' });
  const stranger = await build();
  const other = await buildWebhook(app, tenantId, receiver.url, { box });
  assertProblem(await stranger.console.get(`${path}/deliveries/${deliveryId}`), 404, 'not_found');
  assertProblem(await stranger.console.get(`${stranger.path}/deliveries/${deliveryId}`), 404, 'not_found');
  assertProblem(await console.get(`/webhooks/${other.webhookId}/deliveries/${deliveryId}`), 404, 'not_found');
  for (const id of ['dlv_1', 'x']) assertProblem(await console.get(`${path}/deliveries/${id}`), 404, 'not_found');
  assertProblem(await api.get(`${path}/deliveries/${deliveryId}`), 404, 'not_found');
});
