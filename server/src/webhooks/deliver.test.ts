import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { atEnd } from '../../test/at-end.ts';
import {
  arrived,
  buildDelivering,
  type Delivering,
  failure,
  fullDisk,
  harm,
  isClaim,
  readDelivery,
  readWebhook,
  statusesAre,
} from '../../test/build/build-delivering.ts';
import { buildWebhook, countDeliveries, queueDeliveries } from '../../test/build/build-webhooks.ts';
import { query } from '../../test/builders.ts';
import { receiverAnswers, startReceiver } from '../../test/stand-ins/webhook-receiver.ts';
import { until } from '../../test/until.ts';
import { changeWebhook } from './change-webhook.ts';
import { replayDeliveries } from './deliveries/replay-deliveries.ts';
import { lockWebhook, type WebhookRow } from './queries.ts';
import { claimDeliveries, findDueQueues, firstQueue, releaseClaims } from './queue/claim-deliveries.ts';
import type { Capacity } from './queue/concurrency-limits.ts';
import { disableEndpoint } from './queue/disable-endpoint.ts';
import { type FinishedAttempt, finishAttempts } from './queue/finish-attempts.ts';
import { cancelStopped } from './queue/stop-deliveries.ts';
import { attemptOf } from './sending/attempt.ts';
import { explainStatus } from './sending/explain-failure.ts';
import { makeAgent } from './sending/guarded-agent.ts';

const hour = 3_600_000;

type Clock = { now: Date };
const anyCapacity: Capacity = {
  reserve: (_queue, wanted) => wanted,
  fullWebhooks: [],
  fullTenants: [],
  isCrowded: () => false,
};

/** Claims what is due, as a worker does that has any capacity. */
async function claimDue({ db }: Pick<Delivering, 'db'>) {
  const { queues } = await findDueQueues(db, anyCapacity);
  return (await claimDeliveries(db, queues, null)).deliveries;
}

test('a queued delivery arrives, signed, once, and becomes delivered', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  const ids = await queueDeliveries(app, webhook, 30);
  startWorker();
  await statusesAre(setting, webhook, { delivered: 30 });
  assert.deepEqual(arrived(setting).sort(), ids.sort());
  for (const { headers, body } of receiver.received) {
    const event = new Webhook(webhook.secret).verify(body, headers) as { id: string; data: { name: string } };
    assert.equal(event.id, headers['webhook-id']);
    assert.equal(event.data.name, '山田 😀');
    assert.match(headers['x-service-signature'] ?? '', /^t=\d{10},v1=[\da-f]{64}$/);
    assert.match(headers['x-request-id'] ?? '', /^[\da-f-]{36}$/);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  }
  const { attempts, claimed_at, failures } = await readDelivery(setting, webhook);
  assert.equal(attempts.length, 1);
  assert.deepEqual(Object.keys(attempts[0]).sort(), [
    'at',
    'duration_ms',
    'error',
    'error_code',
    'response_body',
    'response_status',
  ]);
  assert.deepEqual([attempts[0].response_status, attempts[0].response_body, attempts[0].error], [200, 'ok', null]);
  assert.deepEqual([claimed_at, failures], [null, 0]);
});

test('while a secret is rotated both sign, and afterwards the new one alone', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  const rotate = (expiry: string) =>
    query(
      app,
      `update webhooks set previous_secret = secret, previous_secret_expires_at = now() + $2::interval where webhook_id = $1`,
      [webhook.webhookId, expiry],
    );
  const worker = startWorker();
  for (const [expiry, signatures] of [
    ['1 hour', 2],
    ['-1 second', 1],
  ] as const) {
    await rotate(expiry);
    const before = receiver.received.length;
    await queueDeliveries(app, webhook, 1);
    worker.wake();
    const { headers } = await until(() => receiver.received[before]);
    assert.equal(headers['x-service-signature']?.split('v1=').length, signatures + 1);
    assert.equal(headers['webhook-signature']?.split(' ').length, signatures);
  }
});

test('a failed delivery is tried again on schedule, with the same id and bytes, until none is left', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  const clock: Clock = { now: new Date('2030-01-01T00:00:00.000Z') };
  receiver.answerWith(receiverAnswers.status(500));
  await queueDeliveries(app, webhook, 1, clock.now);
  const worker = startWorker({ now: () => clock.now });
  const delays = [];
  for (let attempt = 1; attempt <= 8; attempt++) {
    worker.wake();
    const delivery = await until(async () => {
      const read = await readDelivery(setting, webhook);
      return read.failures === attempt && read;
    });
    assert.equal(receiver.received.length, attempt);
    if (delivery.status === 'pending') delays.push(Math.round((delivery.due_at - clock.now.getTime()) / 1_000));
    // A moment too early nothing happens: the worker looks for due deliveries and finds none.
    clock.now = new Date(delivery.due_at);
  }
  assert.deepEqual(delays, [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
  const { status, attempts } = await readDelivery(setting, webhook);
  assert.equal(status, 'failed');
  assert.equal(attempts.length, 8);
  assert.ok(attempts.every(({ error }: { error: string }) => error === 'The endpoint responded with 500.'));
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
  assert.equal(new Set(arrived(setting)).size, 1);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-request-id'])).size, 8);
  assert.deepEqual(await countDeliveries(app, webhook), { failed: 1 });
});

test('Retry-After is respected', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  const now = new Date('2030-01-01T00:00:00.000Z');
  receiver.answerWith(receiverAnswers.status(429, { 'retry-after': '3600' }));
  await queueDeliveries(app, webhook, 1, now);
  startWorker({ now: () => now });
  const { due_at } = await until(async () => {
    const read = await readDelivery(setting, webhook);
    return read.failures === 1 && read;
  });
  assert.equal(Math.round((due_at - now.getTime()) / 1_000), 3_600);
});

test('410 disables at once and cancels queued deliveries', async () => {
  const setting = await buildDelivering();
  const { app, db, receiver, webhook, startWorker } = setting;
  receiver.answerWith(receiverAnswers.gone);
  await queueDeliveries(app, webhook, 30);
  startWorker();
  await until(async () => !(await readWebhook(setting, webhook)).is_enabled);
  // The chore cancels attempts that were in progress when the webhook was disabled, once they have ended.
  await until(async () => {
    await cancelStopped(db);
    return (await countDeliveries(app, webhook)).canceled === 30;
  });
  const { is_enabled, disabled_reason } = await readWebhook(setting, webhook);
  assert.deepEqual([is_enabled, disabled_reason], [false, 'endpoint_gone']);
  assert.ok(setting.lines.some((line) => line.includes('webhook.disabled')));
});

test('410 disables the webhook, with any answers to other deliveries at the same time', async () => {
  const setting = await buildDelivering();
  const { app, db, receiver, webhook, startWorker } = setting;
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  receiver.answerWith(async (response) => {
    const isFirst = receiver.received.length === 1;
    await answering;
    response.writeHead(isFirst ? 410 : 200).end();
  });
  await queueDeliveries(app, webhook, 2);
  startWorker();
  await until(() => receiver.received.length === 2);
  answer();
  await until(async () => {
    await cancelStopped(db);
    return (await countDeliveries(app, webhook)).canceled === 1;
  });
  assert.deepEqual(await countDeliveries(app, webhook), { canceled: 1, delivered: 1 });
  const { is_enabled, disabled_reason } = await readWebhook(setting, webhook);
  assert.deepEqual([is_enabled, disabled_reason], [false, 'endpoint_gone']);
});

test('410 disables in the transaction that writes down the attempt, also where a later one succeeded', async () => {
  const setting = await buildDelivering();
  const { app, db, webhook } = setting;
  await queueDeliveries(app, webhook, 2);
  const [first = assert.fail(), second = assert.fail()] = await claimDue(setting);
  const answered = { responseBody: Buffer.alloc(0), retryAfter: undefined };
  const gone = { kind: 'refused', status: 410, ...answered, ...explainStatus(410) } as const;
  const well = { kind: 'delivered', status: 200, ...answered } as const;
  const [at, later] = [new Date(), new Date(Date.now() + 10)];
  const finished: FinishedAttempt[] = [
    {
      delivery: first,
      attempt: attemptOf(gone, at, 1),
      result: { kind: 'failed', nextAttemptAt: undefined, isGone: true },
    },
    { delivery: second, attempt: attemptOf(well, later, 1), result: { kind: 'delivered' } },
  ];
  await db.transaction((tx) => finishAttempts(tx, finished));
  const { is_enabled, disabled_reason } = await readWebhook(setting, webhook);
  assert.deepEqual([is_enabled, disabled_reason], [false, 'endpoint_gone']);
});

test('a replay sends deliveries that wait for a retry now, and if that fails the schedule restarts', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  receiver.answerWith(receiverAnswers.status(503, { 'retry-after': '3600' }));
  await queueDeliveries(app, webhook, 1);
  const worker = startWorker();
  const hasFailed = (attempts: number) => async () => {
    const read = await readDelivery(setting, webhook);
    return read.failures === 1 && read.claimed_at === null && read.attempts.length === attempts;
  };
  await until(hasFailed(1));
  assert.equal(await replayAll(setting), 1);
  worker.wake();
  await until(hasFailed(2));
  receiver.answerWith(receiverAnswers.ok);
  assert.equal(await replayAll(setting), 1);
  worker.wake();
  await statusesAre(setting, webhook, { delivered: 1 });
  assert.equal((await readDelivery(setting, webhook)).attempts.length, 3);
  assert.equal(await replayAll(setting), 0);
});

test('a replay leaves a delivery alone that is being sent', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  receiver.answerWith(async (response) => {
    await answering;
    response.end('ok');
  });
  await queueDeliveries(app, webhook, 1);
  await query(app, 'update deliveries set failures = 2 where webhook_id = $1', [webhook.webhookId]);
  const worker = startWorker();
  await until(() => receiver.received.length === 1);
  assert.equal(await replayAll(setting), 0);
  answer();
  await statusesAre(setting, webhook, { delivered: 1 });
  await worker.stop(5_000);
  assert.equal(receiver.received.length, 1);
});

/** Replays all undelivered deliveries, and returns how many there were. */
function replayAll({ db, tenantId, webhook }: Delivering): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await lockWebhook.first(tx, { tenant_id: tenantId, webhook_id: webhook.webhookId });
    const period = { since: new Date(Date.now() - hour), until: null };
    return replayDeliveries(tx, tenantId, row as WebhookRow, { ...period, status: 'failed' });
  });
}

test('120 hours without a success disable, and a success in between restarts them', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  const begin = Date.parse('2030-01-01T00:00:00.000Z');
  const clock: Clock = { now: new Date(begin) };
  const worker = startWorker({ now: () => clock.now });
  /** Makes one delivery at that hour; earlier ones are far from due. */
  const deliverAt = async (hours: number, status: number) => {
    clock.now = new Date(begin + hours * hour);
    await query(app, `delete from deliveries where webhook_id = $1`, [webhook.webhookId]);
    receiver.answerWith(receiverAnswers.status(status));
    await queueDeliveries(app, webhook, 1, clock.now);
    worker.wake();
    await until(async () => (await readDelivery(setting, webhook)).attempts?.length === 1);
  };
  const failingSince = async () => (await readWebhook(setting, webhook)).failing_since?.toISOString();
  await deliverAt(0, 500);
  const since = Date.parse(await until(failingSince));
  assert.ok(since - begin < 60_000);
  await deliverAt(100, 503);
  assert.equal(Date.parse((await failingSince()) ?? ''), since, 'the first failure counts');
  await deliverAt(119, 200);
  await until(async () => (await failingSince()) === undefined);
  await deliverAt(121, 500);
  await until(failingSince);
  await deliverAt(240, 500);
  assert.equal((await readWebhook(setting, webhook)).is_enabled, true);
  await deliverAt(241.1, 500);
  const { disabled_reason } = await until(async () => {
    const read = await readWebhook(setting, webhook);
    return read.is_enabled === false && read;
  });
  assert.equal(disabled_reason, 'failing_for_120_hours');
  assert.equal((await readDelivery(setting, webhook)).status, 'canceled');
});

test('an attempt whose lease was lost to another does not count', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  let answer = () => {};
  receiver.answerWith((response) => {
    answer = () => response.end('late');
  });
  await queueDeliveries(app, webhook, 1);
  const worker = startWorker();
  await until(() => receiver.received.length === 1);
  await query(app, 'update deliveries set claim = claim + 1 where webhook_id = $1', [webhook.webhookId]);
  answer();
  await until(() => worker.limits() === 0);
  await worker.stop(5_000);
  const { status, attempts } = await readDelivery(setting, webhook);
  assert.deepEqual([status, attempts], ['pending', []]);
});

test('the log keeps the last 20 attempts', async () => {
  const setting = await buildDelivering();
  const { app, webhook, startWorker } = setting;
  await queueDeliveries(app, webhook, 1);
  await query(
    app,
    `update deliveries set attempts = (select jsonb_agg(jsonb_build_object('at', n)) from generate_series(1, 20) n)
     where webhook_id = $1`,
    [webhook.webhookId],
  );
  startWorker();
  await statusesAre(setting, webhook, { delivered: 1 });
  const { attempts } = await readDelivery(setting, webhook);
  assert.equal(attempts.length, 20);
  assert.deepEqual([attempts[0].at, attempts[19].response_status], [2, 200]);
});

test('the result of a request to an old URL does not affect the new one', async () => {
  const setting = await buildDelivering();
  const { app, db, receiver, tenantId, webhook, startWorker } = setting;
  const { promise: answering, resolve } = Promise.withResolvers<void>();
  receiver.answerWith(async (response) => {
    await answering;
    response.writeHead(410).end();
  });
  await queueDeliveries(app, webhook, 1);
  startWorker();
  await until(() => receiver.received.length === 1);
  const next = await startReceiver();
  await db.transaction(async (tx) => {
    const key = { tenant_id: tenantId, webhook_id: webhook.webhookId };
    await changeWebhook(tx, tenantId, (await lockWebhook.first(tx, key)) as WebhookRow, { url: next.url });
  });
  resolve();
  await until(async () => (await readDelivery(setting, webhook)).attempts.length === 1);
  const { is_enabled, failing_since } = await readWebhook(setting, webhook);
  assert.deepEqual([is_enabled, failing_since], [true, null]);
});

test('a delivery whose event is not kept any more fails, and is not claimed again', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  await queueDeliveries(app, webhook, 2);
  await query(app, 'delete from events where event_id = (select event_id from deliveries limit 1)');
  startWorker();
  await statusesAre(setting, webhook, { delivered: 1, failed: 1 });
  assert.equal(receiver.received.length, 1);
});

const claimFailures = ({ lines }: Delivering) => lines.filter((line) => line.includes('webhook.claim_failed')).length;

test('claimed deliveries begin at once, although one without its event cannot be marked as failed', async () => {
  const setting = await buildDelivering();
  const { app, tenantId, webhook, startWorker } = setting;
  await queueDeliveries(app, webhook, 2);
  await query(app, 'delete from events where event_id = (select event_id from deliveries limit 1)');
  const { mend } = await harm(setting, tenantId, `new.status = 'failed'`, failure);
  startWorker();
  await statusesAre(setting, webhook, { delivered: 1, pending: 1 });
  const [delivered] = await query(app, `select claim from deliveries where status = 'delivered'`);
  assert.equal(delivered?.claim, 1, 'it did not wait for the end of a lease');
  await until(() => claimFailures(setting) === 1);
  await mend();
  await query(app, `update deliveries set due_at = now() where status = 'pending'`);
  await statusesAre(setting, webhook, { delivered: 1, failed: 1 });
});

test('the reads of a pass find each webhook queue once, although a claim is limited to 100 deliveries', async () => {
  const setting = await buildDelivering();
  const { app, db, receiver, tenantId } = setting;
  const webhooks = await Promise.all(Array.from({ length: 8 }, () => buildWebhook(app, tenantId, receiver.url)));
  for (const webhook of webhooks) await queueDeliveries(app, webhook, 20);
  const found: number[][] = [];
  let after = firstQueue;
  do {
    const { queues, next } = await findDueQueues(db, anyCapacity, { after });
    found.push(queues.map(({ webhook_id }) => webhook_id));
    after = next;
  } while (after !== firstQueue && found.length < 10);
  const ids = webhooks.map(({ webhookId }) => webhookId).sort((a, b) => a - b);
  assert.deepEqual(found, [ids.slice(0, 5), ids.slice(5)]);
});

test('a full disk is logged once, and claims are tried again at each poll', async () => {
  const setting = await buildDelivering();
  const { app, tenantId, webhook, startWorker } = setting;
  const { mend, count } = await harm(setting, tenantId, isClaim, fullDisk);
  await queueDeliveries(app, webhook, 1);
  const worker = startWorker();
  await until(async () => {
    worker.wake();
    return (await count()) >= 20;
  });
  assert.equal(claimFailures(setting), 1);
  await mend();
  await statusesAre(setting, webhook, { delivered: 1 });
});

for (const isSharded of [false, true])
  test(`a full disk that only retries meet is logged once${isSharded ? ', with DATABASE_SHARDED' : ''}`, async () => {
    const setting = await buildDelivering({ isSharded });
    const { app, tenantId, webhook, startWorker } = setting;
    await queueDeliveries(app, webhook, 1);
    await query(app, `update deliveries set is_queued = false, failures = 1, due_at = now() - interval '1 minute'`);
    const { mend, count } = await harm(setting, tenantId, 'new.is_queued', fullDisk);
    const worker = startWorker();
    await until(async () => {
      worker.wake();
      return (await count()) >= 3;
    });
    assert.equal(claimFailures(setting), 1);
    await mend();
    await statusesAre(setting, webhook, { delivered: 1 });
  });

test('nothing is sent for a webhook that is disabled or deleted', async () => {
  const setting = await buildDelivering();
  const { app, receiver, tenantId, webhook, startWorker } = setting;
  const disabled = await buildWebhook(app, tenantId, receiver.url, { isEnabled: false });
  const deleted = await buildWebhook(app, tenantId, receiver.url);
  await query(app, 'update webhooks set deleted_at = now() where webhook_id = $1', [deleted.webhookId]);
  await queueDeliveries(app, disabled, 3);
  await queueDeliveries(app, deleted, 3);
  const ids = await queueDeliveries(app, webhook, 3);
  startWorker();
  await statusesAre(setting, webhook, { delivered: 3 });
  assert.deepEqual(arrived(setting).sort(), ids.sort());
});

/** An agent that connects only after `resolve` is called. */
function slowAgent({ receiver }: Delivering) {
  const { promise: resolvable, resolve } = Promise.withResolvers<void>();
  const slow = makeAgent({
    isForbidden: () => false,
    resolve: async () => {
      await resolvable;
      return [{ address: '127.0.0.1', family: 4 }];
    },
    ca: receiver.ca,
  });
  atEnd(() => slow.destroy());
  return { slow, resolve };
}

/** Waits until the worker has to renew its claim before it sends. */
async function claimedLongAgo({ app }: Delivering): Promise<void> {
  await until(async () => {
    const [row] = await query(app, `select min(now() - claimed_at) > interval '1.2 s' as is_late from deliveries`);
    return row?.is_late;
  });
}

test('an endpoint whose connection takes more than a second is checked again, and gets its delivery once', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  const { slow, resolve } = slowAgent(setting);
  await queueDeliveries(app, webhook, 2);
  startWorker({ agent: slow });
  await claimedLongAgo(setting);
  assert.equal(receiver.received.length, 0);
  resolve();
  await statusesAre(setting, webhook, { delivered: 2 });
  assert.equal(receiver.received.length, 2);
});

test('a claimed delivery that cannot begin in time is released, and due at once', async () => {
  const setting = await buildDelivering();
  const { app, db, webhook } = setting;
  await queueDeliveries(app, webhook, 3);
  const claim = () => claimDue(setting);
  const first = await claim();
  assert.equal(first.length, 3);
  assert.equal((await claim()).length, 0);
  await releaseClaims(db, first, null);
  const second = await claim();
  assert.deepEqual(
    second.map(({ claim }) => claim),
    [2, 2, 2],
  );
  // A worker that releases its claims late takes nothing away from the worker that claimed the deliveries meanwhile.
  await releaseClaims(db, first, null);
  assert.equal((await claim()).length, 0);
});

test('a delivery whose webhook was disabled while the connection was made is not sent', async () => {
  const setting = await buildDelivering();
  const { app, db, receiver, webhook, startWorker } = setting;
  const { slow, resolve } = slowAgent(setting);
  await queueDeliveries(app, webhook, 1);
  const worker = startWorker({ agent: slow });
  await until(() => worker.limits() === 1);
  await query(app, 'update webhooks set failing_since = now() where webhook_id = $1', [webhook.webhookId]);
  await disableEndpoint(db, { ...webhook, epoch: 0, reason: 'endpoint_gone' }, null);
  await claimedLongAgo(setting);
  resolve();
  await until(() => worker.limits() === 0);
  assert.equal(receiver.received.length, 0);
  // The chore cancels it when its lease is over.
  assert.deepEqual((await readDelivery(setting, webhook)).attempts, []);
});

test('a stopping node lets running attempts finish and records them; those that take too long are due again', async () => {
  const setting = await buildDelivering();
  const { app, receiver, webhook, startWorker } = setting;
  let answer = () => {};
  receiver.answerWith((response) => {
    answer = () => response.end();
  });
  await queueDeliveries(app, webhook, 1);
  const worker = startWorker();
  await until(() => receiver.received.length === 1);
  const stopped = worker.stop(10_000);
  answer();
  await stopped;
  assert.deepEqual(await countDeliveries(app, webhook), { delivered: 1 });

  receiver.answerWith(receiverAnswers.hang);
  await queueDeliveries(app, webhook, 1);
  const hasty = startWorker();
  await until(() => receiver.received.length === 2);
  await hasty.stop(50);
  assert.deepEqual(await countDeliveries(app, webhook), { delivered: 1, pending: 1 });
  const [remaining] = await query(
    app,
    `select attempts, due_at - claimed_at = interval '30 s' as has_lease from deliveries
    where webhook_id = $1 and status = 'pending'`,
    [webhook.webhookId],
  );
  assert.deepEqual([remaining?.attempts, remaining?.has_lease], [[], true]);
});

test('the log holds no secret, no number and no URL', async () => {
  const setting = await buildDelivering();
  const { app, receiver, tenantId, startWorker } = setting;
  receiver.answerWith((response) => response.writeHead(500).end('+81 90-1234-5678 whsec_c2VjcmV0'));
  const webhook = await buildWebhook(app, tenantId, `${receiver.url}hook?token=hush`);
  await queueDeliveries(app, webhook, 1);
  startWorker();
  await until(() => setting.lines.some((line) => line.includes('webhook.delivery_failed')));
  const text = setting.lines.join('');
  for (const hidden of ['hush', 'hook.test', '90-1234', '9012345678', 'c2VjcmV0', webhook.secret])
    assert.ok(!text.includes(hidden), hidden);
});
