import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildWebhook, queueDeliveries } from '../../../test/build/build-webhooks.ts';
import { buildTenant } from '../../../test/builders.ts';
import { secretsOf } from '../../../test/secrets.ts';
import { receiverAnswers, startReceiver } from '../../../test/stand-ins/webhook-receiver.ts';
import { startTestApp } from '../../../test/test-app.ts';
import { until } from '../../../test/until.ts';

const app = await startTestApp({ WEBHOOK_ALLOW_PRIVATE: true });
const receiver = await startReceiver({ protocol: 'http' });
const box = await secretsOf(app);
const scrape = async () => (await fetch(`${app.address}/metrics`)).text();

test('attempts are counted and timed by outcome, with running attempts and the longest wait', async () => {
  const { tenantId } = await buildTenant(app);
  const webhook = await buildWebhook(app, tenantId, receiver.url, { box });
  await queueDeliveries(app, webhook, 3);
  await until(async () =>
    (await scrape()).includes('trunkline_webhook_attempt_duration_seconds_count{outcome="delivered"} 3'),
  );
  receiver.answerWith(receiverAnswers.status(500));
  await queueDeliveries(app, webhook, 1);
  await until(async () =>
    (await scrape()).includes('trunkline_webhook_attempt_duration_seconds_count{outcome="retried"} 1'),
  );
  receiver.answerWith(receiverAnswers.hang);
  const hanging = await buildWebhook(app, tenantId, receiver.url, { box });
  await queueDeliveries(app, hanging, 12, new Date(Date.now() - 60_000));
  const text = await until(async () => {
    const text = await scrape();
    return /^trunkline_webhook_attempts_under_way [23]$/m.test(text) && text;
  });
  const waited = Number(/^trunkline_webhook_oldest_due_seconds (\S+)$/m.exec(text)?.[1]);
  assert.ok(waited >= 60 && waited < 120, `${waited}`);
});
