import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildDelivering, readWebhook, statusesAre } from '../../test/build/build-delivering.ts';
import { buildWebhook, queueDeliveries } from '../../test/build/build-webhooks.ts';
import { buildTenant, query } from '../../test/builders.ts';
import { receiverAnswers, startReceiver } from '../../test/stand-ins/webhook-receiver.ts';
import { until } from '../../test/until.ts';

// Endpoints that hang or have much to receive, next to healthy ones; `deliver.test.ts` tests single deliveries.

test('a hanging endpoint has two attempts at first and then one at a time, and never holds up another', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, tenantId, startWorker } = setting;
  const other = await startReceiver();
  const healthy = await buildWebhook(app, tenantId, other.url);
  receiver.answerWith(receiverAnswers.hang);
  await queueDeliveries(app, webhook, 100);
  const worker = startWorker({ exchangeMs: 6_000 });
  await until(() => receiver.received.length === 2);
  // Deliveries queued meanwhile for the other endpoint arrive as usual.
  for (let round = 0; round < 5; round++) {
    await queueDeliveries(app, healthy, 20);
    worker.wake();
    await statusesAre(setting, healthy, { delivered: 20 * (round + 1) });
  }
  await until(async () => (await readWebhook(setting, webhook)).failing_since);
  await until(() => receiver.received.length > 3);
  const begun = receiver.received.map(({ at }) => at);
  assert.ok((begun[2] ?? 0) - (begun[1] ?? 0) > 2_500, 'nothing more while two hang');
  assert.ok((begun[3] ?? 0) - (begun[2] ?? 0) > 2_500, 'one at a time once it fails');
});

test('while much is queued for an endpoint that is quick, all of its capacity is used', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  const seen: number[] = [];
  receiver.answerWith((response) => {
    seen.push(worker.limits());
    setTimeout(() => response.end(), 500);
  });
  await queueDeliveries(app, webhook, 400);
  const worker = startWorker();
  await statusesAre(setting, webhook, { delivered: 400 });
  const inTheMiddle = seen.slice(100, 360).sort((a, b) => a - b);
  assert.ok((inTheMiddle[130] ?? 0) >= 14, `${inTheMiddle[130]} of 20 in the median`);
  assert.ok(Math.max(...seen) <= 20);
});

for (const [what, tenants, endpoints] of [
  ['sixty endpoints of the same tenant', 0, 60],
  ['endpoints of eight other tenants', 8, 75],
] as const)
  test(`an endpoint gets its deliveries while ${what} hang`, async () => {
    const setting = await buildDelivering();
    const { app, receiver, tenantId, startWorker } = setting;
    receiver.answerWith(receiverAnswers.hang);
    const others = await Promise.all(Array.from({ length: tenants }, () => buildTenant(app)));
    const owners = tenants === 0 ? [tenantId] : others.map((tenant) => tenant.tenantId);
    await Promise.all(
      owners.map(async (owner) => {
        for (let i = 0; i < endpoints; i++)
          await queueDeliveries(app, await buildWebhook(app, owner, `${receiver.url}${i}`), 5);
      }),
    );
    const worker = startWorker({ exchangeMs: 600_000 });
    await until(() => receiver.received.length >= 60);
    const other = await startReceiver();
    const healthy = await buildWebhook(app, tenantId, other.url);
    // An endpoint that hangs counts as slow after a second, and delays no other from then on.
    await until(async () => {
      const [row] = await query(app, `select max(now() - claimed_at) > interval '1.5 s' as is_late from deliveries`);
      return row?.is_late;
    });
    for (let round = 1; round <= 3; round++) {
      await queueDeliveries(app, healthy, 20);
      worker.wake();
      await statusesAre(setting, healthy, { delivered: 20 * round });
    }
    assert.ok(worker.limits() >= 60, 'the others still hang');
    // The worker looks for webhooks without capacity once a second and when an attempt ends, not in a busy loop.
    await until(() => receiver.received.length >= worker.limits());
    const before = setting.transactions();
    const [clock] = await query(app, 'select now() as now');
    await until(async () => {
      const [row] = await query(app, `select now() > $1::timestamptz + interval '3 s' as is_over`, [clock?.now]);
      return row?.is_over;
    });
    assert.ok(
      setting.transactions() - before < 150,
      `${setting.transactions() - before} transactions in three seconds`,
    );
  });
