import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildWebhook, countDeliveries, queueDeliveries } from '../../test/build/build-webhooks.ts';
import { buildTenant, query } from '../../test/builders.ts';
import { serve, temporaryDataFolder } from '../../test/program.ts';
import { secretsKey, secretsOf } from '../../test/secrets.ts';
import { startReceiver } from '../../test/stand-ins/webhook-receiver.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';

// Nodes are killed while they deliver: before the request, during it, and between its end and the write of its result.
// Everything arrives at least once, always with the same id and bytes, and is delivered in the end.

const databaseUrl = await createTestDatabase();
const app = { databaseUrl, address: '' };
const box = await secretsOf({ databaseUrl });
const settings = {
  DATA_DIR: temporaryDataFolder(),
  DATABASE_URL: databaseUrl,
  SECRETS_KEY: secretsKey,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  LOG_LEVEL: 'error',
};
const startProcess = () => serve(settings);

const rounds = 12;
const perRound = 150;

test(`nodes are killed in the middle of deliveries, ${rounds} times, and nothing is lost or changed`, async () => {
  // Answers take a random time, so that a kill finds requests in all stages.
  const receiver = await startReceiver({ protocol: 'http' });
  receiver.answerWith((response) => void setTimeout(() => response.end(), Math.random() * 20));
  const { tenantId } = await buildTenant(app);
  const webhooks = await Promise.all(
    Array.from({ length: 3 }, (_, i) => buildWebhook(app, tenantId, `${receiver.url}${i}`, { box })),
  );
  let nodes = [await startProcess(), await startProcess()];
  const ids = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const victim = round % 2;
    const replacement = startProcess();
    const before = receiver.received.length;
    for (const webhook of webhooks)
      for (const id of await queueDeliveries(app, webhook, perRound / webhooks.length)) ids.add(id);
    await query(app, `select pg_notify('deliveries', '')`);
    const after = Math.floor(Math.random() * perRound * 0.8);
    await until(() => receiver.received.length >= before + after);
    nodes[victim]?.child.kill('SIGKILL');
    await nodes[victim]?.ended;
    nodes = nodes.with(victim, await replacement);
    // Claims of the dead node would be due again in half a minute; here they are at once, to save time.
    await query(app, `update deliveries set due_at = now() where status = 'pending' and due_at > now()`);
  }
  const expected = JSON.stringify({ delivered: (rounds * perRound) / webhooks.length });
  await until(async () => {
    const statuses = await Promise.all(webhooks.map((webhook) => countDeliveries(app, webhook)));
    return statuses.every((of) => JSON.stringify(of) === expected);
  }, 60);

  const bodies = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id']);
  assert.deepEqual([...bodies.keys()].sort(), [...ids].sort(), 'all arrived, and nothing else');
  for (const [id, received] of bodies) {
    assert.equal(new Set(received.map(({ body }) => body)).size, 1, `${id} always had the same bytes`);
    assert.equal(JSON.parse(received[0]?.body ?? '').id, id);
  }
});

test('a node that dies leaves nothing behind but a lease of half a minute', async () => {
  const receiver = await startReceiver({ protocol: 'http' });
  receiver.answerWith(() => {});
  const { tenantId } = await buildTenant(app);
  const node = await startProcess();
  const webhook = await buildWebhook(app, tenantId, receiver.url, { box });
  await queueDeliveries(app, webhook, 1);
  await query(app, `select pg_notify('deliveries', '')`);
  await until(() => receiver.received.length === 1);
  const [claimed] = await query(
    app,
    `select due_at - claimed_at = interval '30 s' as has_lease, attempts from deliveries where webhook_id = $1`,
    [webhook.webhookId],
  );
  assert.deepEqual(claimed, { has_lease: true, attempts: [] });
  node.child.kill('SIGKILL');
});
