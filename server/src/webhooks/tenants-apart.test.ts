import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  arrived,
  buildDelivering,
  type Delivering,
  failure,
  harm,
  isClaim,
  readDelivery,
  statusesAre,
} from '../../test/build/build-delivering.ts';
import { type BuiltWebhook, buildWebhook, countDeliveries, queueDeliveries } from '../../test/build/build-webhooks.ts';
import { buildTenant, query } from '../../test/builders.ts';
import { longStalled, stallWrites } from '../../test/stall-writes.ts';
import { noteTenantsWritten, readTenantsWritten } from '../../test/tenants-written.ts';
import { until } from '../../test/until.ts';
import type { TenantId } from '../platform/ids.ts';

// If tenants are distributed over several servers, a transaction writes for one tenant, and its failure concerns no other.

/** A webhook of another tenant, whose queue comes after that of the first one. */
async function buildOther({ app, receiver }: Delivering, path = ''): Promise<BuiltWebhook> {
  const { tenantId } = await buildTenant(app);
  return buildWebhook(app, tenantId, `${receiver.url}${path}`);
}

/** Makes queued deliveries wait for a retry that has been due for so long. */
const makeWait = ({ app }: Delivering, { webhookId }: BuiltWebhook, since: string) =>
  query(
    app,
    `update deliveries set is_queued = false, failures = 1, due_at = now() - $2::interval where webhook_id = $1`,
    [webhookId, since],
  );

/** Delivers what is queued, retried, refused, gone and lost for 24 tenants, and returns what transactions have written. */
async function deliverForMany(isSharded: boolean) {
  const setting = await buildDelivering({ isSharded });
  const { app, receiver, startWorker } = setting;
  receiver.answerWith((response, { url }) =>
    response.writeHead(url === '/gone' ? 410 : url === '/refuse' ? 500 : 200).end(),
  );
  const build = (path: string) => Promise.all(Array.from({ length: 6 }, () => buildOther(setting, path)));
  const [well, refusing, gone, retried] = [
    await build(''),
    await build('refuse'),
    await build('gone'),
    await build(''),
  ];
  const all = [...well, ...refusing, ...gone, ...retried];
  for (const webhook of all) await queueDeliveries(app, webhook, 3);
  for (const webhook of retried) await makeWait(setting, webhook, '1 minute');
  const lost = well.map(({ webhookId }) => webhookId);
  await query(
    app,
    `delete from events where event_id in (
       select distinct on (webhook_id) event_id from deliveries where webhook_id = any($1) order by webhook_id)`,
    [lost],
  );
  await noteTenantsWritten(app);
  startWorker();
  for (const webhook of well) await statusesAre(setting, webhook, { delivered: 2, failed: 1 });
  for (const webhook of retried) await statusesAre(setting, webhook, { delivered: 3 });
  const areDisabled = `select bool_and(not is_enabled) as are_all from webhooks where webhook_id = any($1)`;
  await until(async () => (await query(app, areDisabled, [gone.map(({ webhookId }) => webhookId)]))[0]?.are_all);
  const haveFailed = `select bool_and(failing_since is not null) as have_all from webhooks where webhook_id = any($1)`;
  await until(async () => (await query(app, haveFailed, [refusing.map(({ webhookId }) => webhookId)]))[0]?.have_all);
  return readTenantsWritten(app);
}

test('with the rows of tenants on several servers, no transaction of deliveries writes for two tenants', async () => {
  const { transactions, mixed } = await deliverForMany(true);
  assert.deepEqual(mixed, []);
  assert.ok(transactions >= 24, `${transactions}`);
});

test('with the rows of all tenants on one server, transactions of deliveries write for several', async () => {
  const { mixed } = await deliverForMany(false);
  for (const part of ['claim = deliveries.claim + 1', 'set is_queued = true', `set status = 'failed'`, 'attempts ='])
    assert.ok(
      mixed.some((text) => text.includes(part)),
      part,
    );
});

const wasLogged = ({ lines }: Delivering, event: string, tenantId: TenantId) =>
  lines.map((line) => JSON.parse(line)).some((line) => line.event === event && line.tenant_id === tenantId);

test('a tenant whose claims fail does not delay another, and loses nothing', async () => {
  const setting = await buildDelivering({ isSharded: true });
  const { app, tenantId, webhook, startWorker } = setting;
  const other = await buildOther(setting);
  const { mend } = await harm(setting, tenantId, isClaim, failure);
  const ids = await queueDeliveries(app, webhook, 3);
  const others = await queueDeliveries(app, other, 30);
  startWorker();
  await statusesAre(setting, other, { delivered: 30 });
  assert.deepEqual(arrived(setting).sort(), others.sort());
  assert.ok(wasLogged(setting, 'webhook.claim_failed', tenantId));
  await mend();
  await statusesAre(setting, webhook, { delivered: 3 });
  assert.deepEqual(arrived(setting).sort(), [...others, ...ids].sort());
});

test('deliveries begin while the claim of another tenant is still in progress', async () => {
  const setting = await buildDelivering({ isSharded: true });
  const { app, tenantId, webhook, startWorker } = setting;
  const other = await buildOther(setting);
  const { mend } = await harm(setting, tenantId, isClaim, 'perform pg_sleep(3)');
  await queueDeliveries(app, webhook, 1);
  const others = await queueDeliveries(app, other, 2);
  startWorker();
  await statusesAre(setting, other, { delivered: 2 });
  assert.deepEqual(arrived(setting).sort(), others.sort());
  assert.equal((await readDelivery(setting, webhook)).claim, 0, 'the slow claim has not committed');
  await mend();
  await statusesAre(setting, webhook, { delivered: 1 });
});

test('the slow claims of many tenants do not delay later deliveries of another', async () => {
  const setting = await buildDelivering({ isSharded: true });
  const { app, tenantId, webhook, startWorker } = setting;
  const slow = await Promise.all(Array.from({ length: 6 }, () => buildOther(setting)));
  const release = await stallWrites(app.databaseUrl, 'deliveries', `new.tenant_id <> ${tenantId} and ${isClaim}`);
  for (const other of slow) await queueDeliveries(app, other, 1);
  const worker = startWorker();
  const stalled = await until(async () => {
    const pids = await longStalled(app);
    return pids.length > 1 && pids;
  });
  for (const delivered of [1, 2, 3]) {
    await queueDeliveries(app, webhook, 1);
    worker.wake();
    await statusesAre(setting, webhook, { delivered });
  }
  assert.deepEqual(await longStalled(app), stalled, 'the same claims are still in progress');
  await release();
  for (const other of slow) await statusesAre(setting, other, { delivered: 1 });
});

test('a tenant whose claim came too late to begin is left out for a while', async () => {
  const setting = await buildDelivering({ isSharded: true });
  const { app, tenantId, webhook, startWorker } = setting;
  const { mend, count } = await harm(setting, tenantId, isClaim, 'perform pg_sleep(1.5)');
  await queueDeliveries(app, webhook, 1);
  startWorker();
  // The first one is canceled.
  await until(async () => (await count()) === 2);
  const late = performance.now();
  await until(async () => (await count()) === 3);
  assert.ok(performance.now() - late >= 3_000);
  await mend();
  await statusesAre(setting, webhook, { delivered: 1 });
});

test('a tenant whose results cannot be written does not keep those of another from being written', async () => {
  const setting = await buildDelivering({ isSharded: true });
  const { app, tenantId, webhook, startWorker } = setting;
  const other = await buildOther(setting);
  await harm(setting, tenantId, `new.status = 'delivered'`, failure);
  await queueDeliveries(app, webhook, 2);
  await queueDeliveries(app, other, 2);
  startWorker();
  await statusesAre(setting, other, { delivered: 2 });
  await until(() => setting.lines.filter((line) => line.includes('webhook.attempt_not_saved')).length === 2);
  assert.deepEqual(await countDeliveries(app, webhook), { pending: 2 });
});

test('slow results of many tenants delay those of another so little that nothing is delivered twice', async () => {
  const setting = await buildDelivering({ isSharded: true });
  const { app, tenantId, webhook, receiver, startWorker } = setting;
  const slow = await Promise.all(Array.from({ length: 20 }, () => buildOther(setting)));
  const release = await stallWrites(
    app.databaseUrl,
    'deliveries',
    `new.tenant_id <> ${tenantId} and new.status = 'delivered'`,
  );
  for (const other of slow) await queueDeliveries(app, other, 1);
  const worker = startWorker();
  await until(() => receiver.received.length === slow.length);
  await queueDeliveries(app, webhook, 5);
  worker.wake();
  await statusesAre(setting, webhook, { delivered: 5 });
  const claims = await query(app, 'select claim from deliveries where webhook_id = $1', [webhook.webhookId]);
  assert.deepEqual(claims, Array(5).fill({ claim: 1 }));
  await release();
  for (const other of slow) await statusesAre(setting, other, { delivered: 1 });
});

test('many retries of a tenant that cannot be queued do not stand in front of those of another', async () => {
  const setting = await buildDelivering({ isSharded: true });
  const { app, tenantId, webhook, startWorker } = setting;
  const other = await buildOther(setting);
  await queueDeliveries(app, webhook, 1_100);
  await makeWait(setting, webhook, '1 hour');
  await queueDeliveries(app, other, 3);
  await makeWait(setting, other, '1 minute');
  const { mend } = await harm(setting, tenantId, 'new.is_queued', failure);
  startWorker();
  await statusesAre(setting, other, { delivered: 3 });
  assert.ok(wasLogged(setting, 'webhook.claim_failed', tenantId));
  await mend();
  await statusesAre(setting, webhook, { delivered: 1_100 });
});
