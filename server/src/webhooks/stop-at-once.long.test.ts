import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { buildWebhook, queueDeliveries } from '../../test/build/build-webhooks.ts';
import { buildTenant, query } from '../../test/builders.ts';
import { secretsOf } from '../../test/secrets.ts';
import { receiverAnswers, startReceiver } from '../../test/stand-ins/webhook-receiver.ts';
import { client, startNode } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';

// Two nodes deliver as fast as they can while a webhook is disabled or deleted through one of them. After that request is
// answered, no delivery may begin. One that has just begun may still be in transit, so the moment counts at which a request is
// written to its socket, which undici publishes on this channel.

const databaseUrl = await createTestDatabase();
const settings = { WEBHOOK_ALLOW_PRIVATE: true, RATE_LIMIT: 0 };
const nodes = [await startNode(databaseUrl, settings), await startNode(databaseUrl, settings)];
const app = nodes[0] as (typeof nodes)[number];
const box = await secretsOf({ databaseUrl });
const receiver = await startReceiver({ protocol: 'http' });
const { tenantId, key } = await buildTenant(app, { licenses: ['open_api_advanced'] });
const announce = () => query(app, `select pg_notify('deliveries', '')`);

type Start = { path: string; at: number };
const starts: Start[] = [];
const noteStart = (message: unknown) => {
  const { path } = (message as { request: { path: string } }).request;
  starts.push({ path, at: performance.now() });
};
subscribe('undici:client:sendHeaders', noteStart);
atEnd(() => unsubscribe('undici:client:sendHeaders', noteStart));

const rounds = 30;

const stops = {
  disabled: { method: 'PUT', body: { is_enabled: false } },
  deleted: { method: 'DELETE', body: undefined },
};
for (const [how, { method, body }] of Object.entries(stops))
  test(`nothing begins after a webhook was ${how}, from any node, in ${rounds} rounds`, async () => {
    let sent = 0;
    let waited = 0;
    for (let round = 0; round < rounds; round++) {
      const webhook = await buildWebhook(app, tenantId, `${receiver.url}${how}/${round}`, { box });
      const arrivals = () => receiver.received.filter(({ path }) => path === `/${how}/${round}`);
      receiver.answerWith(receiverAnswers.ok);
      await queueDeliveries(app, webhook, 200);
      await announce();
      // At a different moment in each round, from before the first claim to well into the queue.
      await until(() => arrivals().length >= (round % 10) * 12);
      const asked = performance.now();
      const node = nodes[round % 2] as (typeof nodes)[number];
      const answer = await client(node, key).send(method, `/webhooks/${webhook.webhookId}`, body);
      const answeredAt = performance.now();
      assert.equal(answer.status, 200, answer.text);
      waited = Math.max(waited, answeredAt - asked);
      // Any attempt that could still begin would have begun by the time the next delivery has arrived.
      const next = await buildWebhook(app, tenantId, `${receiver.url}next`, { box });
      const before = receiver.received.length;
      await queueDeliveries(app, next, 1);
      await announce();
      await until(() => receiver.received.slice(before).some(({ path }) => path === '/next'));
      const begun = starts.filter(({ path }) => path === `/${how}/${round}`);
      const late = begun.filter(({ at }) => at > answeredAt).map(({ at }) => at - answeredAt);
      assert.deepEqual(late, [], `${late.length} began after round ${round}`);
      assert.ok(begun.length >= arrivals().length, 'all beginnings were noted');
      sent += begun.length;
    }
    assert.ok(sent > 0 && sent < 200 * rounds, `${sent} began before`);
    assert.ok(waited < 10_000, `${waited} ms`);
  });

test('queued deliveries are canceled, however many there are', async () => {
  await until(async () => {
    const [row] = await query(
      app,
      `select count(*)::int as n from deliveries d join webhooks w using (webhook_id)
       where status = 'pending' and (not is_enabled or deleted_at is not null)`,
    );
    return row?.n === 0;
  }, 60);
  const wrong = await query(
    app,
    `select webhook_id, status, n, there from (
       select webhook_id, status, sum(n)::int as n, (
         select count(*)::int from deliveries d where d.webhook_id = c.webhook_id and d.status = c.status) as there
       from delivery_counts c group by 1, 2) s
     where n <> there`,
  );
  assert.deepEqual(wrong, []);
});
