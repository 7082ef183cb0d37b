import { connect } from '../../src/database/connect.ts';
import type { TenantId } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { type DeliveryParts, deliverWebhooks } from '../../src/webhooks/deliver.ts';
import { makeAgent } from '../../src/webhooks/sending/guarded-agent.ts';
import { atEnd } from '../at-end.ts';
import { buildTenant, query } from '../builders.ts';
import { startReceiver } from '../stand-ins/webhook-receiver.ts';
import { createTestDatabase } from '../test-database.ts';
import { until } from '../until.ts';
import { type BuiltWebhook, buildWebhook, countDeliveries, testBox } from './build-webhooks.ts';

// A webhook, the workers that deliver for it, and the endpoint that receives.

/** A new database, so that no worker finds the deliveries of another test. */
export async function buildDelivering({ isSharded = false } = {}) {
  const databaseUrl = await createTestDatabase();
  const app = { databaseUrl, address: '' };
  const db = connect(databaseUrl, { poolSize: 8, isSharded, applicationName: 'test', onIdleError: () => {} });
  const receiver = await startReceiver();
  const lines: string[] = [];
  let transactions = 0;
  const counted: (run: typeof db.transaction) => typeof db.transaction = (run) => (work, limits) => {
    transactions++;
    return run(work, limits);
  };
  const startWorker = (parts: Partial<DeliveryParts> = {}) => {
    const agent = makeAgent({
      isForbidden: () => false,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      ca: receiver.ca,
    });
    const log = createLog('info', { write: (line) => lines.push(line) });
    const counting = { ...db, transaction: counted(db.transaction) };
    const worker = deliverWebhooks(counting, { agent, box: testBox, log, random: () => 0, ...parts });
    let stopped: Promise<void> | undefined;
    const stop = (patienceMs = 0) => {
      stopped ??= worker
        .stop(patienceMs)
        .then(worker.flush)
        .then(() => agent.destroy());
      return stopped;
    };
    atEnd(() => stop());
    return { ...worker, stop };
  };
  atEnd(db.close);
  const { tenantId } = await buildTenant(app);
  const webhook = await buildWebhook(app, tenantId, receiver.url);
  return { app, db, receiver, startWorker, tenantId, webhook, lines, transactions: () => transactions };
}

export type Delivering = Awaited<ReturnType<typeof buildDelivering>>;

export const arrived = ({ receiver }: Pick<Delivering, 'receiver'>) =>
  receiver.received.map(({ headers }) => headers['webhook-id']);
export const statusesAre = ({ app }: Delivering, webhook: BuiltWebhook, expected: Record<string, number>) =>
  until(async () => JSON.stringify(await countDeliveries(app, webhook)) === JSON.stringify(expected));

export const readDelivery = async ({ app }: Delivering, { webhookId }: BuiltWebhook) =>
  (await query(app, 'select * from deliveries where webhook_id = $1', [webhookId]))[0] ?? {};
export const readWebhook = async ({ app }: Delivering, { webhookId }: BuiltWebhook) =>
  (await query(app, 'select * from webhooks where webhook_id = $1', [webhookId]))[0] ?? {};

/** Until it is mended, such a change of a delivery of this tenant has this effect. */
export async function harm({ app }: Delivering, tenantId: TenantId, change: string, effect: string) {
  await query(app, 'create sequence harms');
  await query(
    app,
    `create function harm() returns trigger language plpgsql as
     'begin perform nextval($$harms$$); ${effect}; return new; end'`,
  );
  await query(
    app,
    `create trigger harm before update on deliveries for each row
     when (new.tenant_id = ${tenantId} and ${change}) execute function harm()`,
  );
  return {
    mend: () => query(app, 'drop trigger harm on deliveries'),
    /** How often it had its effect, also in transactions that were rolled back. */
    count: async (): Promise<number> =>
      (await query(app, 'select case when is_called then last_value else 0 end::int as n from harms'))[0]?.n,
  };
}

export const isClaim = 'new.claim > old.claim';
export const failure = 'raise exception $$harmed$$';
export const fullDisk = 'raise exception $$full$$ using errcode = $$disk_full$$';
