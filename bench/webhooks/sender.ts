// Delivers the queue in a child process: as a node does, or as the barest loop would that sends and records that it has sent.
// It begins on a message with the number of deliveries and how many to send at once, and replies when all are sent.
import { Agent, request } from 'undici';
import { connect } from '../../server/src/database/connect.ts';
import { listenToChannel } from '../../server/src/database/listen-to-channel.ts';
import { statement } from '../../server/src/database/sql.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { deliverWebhooks } from '../../server/src/webhooks/deliver.ts';
import { guardedAgent } from '../../server/src/webhooks/sending/guarded-agent.ts';
import { inParallel } from '../calls/in-parallel.ts';
import { benchBox } from './webhooks-database.ts';

export type SenderTask = { kind: 'ours' | 'bare'; databaseUrl: string; isSharded?: boolean };
export type Order = { deliveries: number; atOnce: number };

const { kind, databaseUrl, isSharded = false } = JSON.parse(process.env.BENCH_TASK ?? '') as SenderTask;
const db = connect(databaseUrl, { poolSize: 16, isSharded, applicationName: 'sender', onIdleError: console.error });

/** Resolves when so many have been delivered. */
function deliverAsNode(): (order: Order) => Promise<void> {
  let pending = Number.POSITIVE_INFINITY;
  let done = () => {};
  const agent = guardedAgent('anywhere');
  const onAttempt = (outcome: string) => {
    if (outcome === 'delivered' && --pending === 0) done();
  };
  const start = () => {
    const deliverer = deliverWebhooks(db, { agent, box: benchBox, log: createLog('silent'), onAttempt });
    listenToChannel(databaseUrl, 'deliveries', {
      onNotification: deliverer.wake,
      onConnect: deliverer.wake,
      onDisconnect: console.error,
    });
    return deliverer;
  };
  return async ({ deliveries }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    pending = deliveries;
    done = resolve;
    const deliverer = start();
    if (deliveries === 0) return; // It goes on until the process ends.
    await promise;
    await deliverer.stop(0);
    await deliverer.flush();
  };
}

async function deliverBarely({ atOnce }: Order): Promise<void> {
  const agent = new Agent();
  const rows = await listAll.all(db, {});
  await inParallel(atOnce, rows, async ({ tenant_id, webhook_id, delivery_id, url, data }) => {
    const headers = { 'content-type': 'application/json' };
    const { body } = await request(url, { method: 'POST', dispatcher: agent, headers, body: data });
    await body.text();
    await markDelivered.run(db, { tenant_id, webhook_id, delivery_id });
  });
}

const listAll = statement({
  name: 'bench_list_deliveries',
  takes: {},
  gives: { tenant_id: 'int8', webhook_id: 'int8', delivery_id: 'uuid', url: 'text', data: 'text' },
  acrossTenants: 'It sends everything.',
  sql: `
    select d.tenant_id, d.webhook_id, d.delivery_id, w.url, e.data::text as data
    from deliveries d join webhooks w using (tenant_id, webhook_id) join events e using (tenant_id, event_id)
    where d.status = 'pending' order by d.delivery_id`,
});

const markDelivered = statement({
  name: 'bench_mark_delivered',
  takes: { tenant_id: 'int8', webhook_id: 'int8', delivery_id: 'uuid' },
  sql: `
    update deliveries set status = 'delivered'
    where tenant_id = :tenant_id and webhook_id = :webhook_id and delivery_id = :delivery_id`,
});

const deliver = kind === 'ours' ? deliverAsNode() : deliverBarely;
process.on('message', async (order: Order) => {
  const begin = performance.now();
  await deliver(order);
  process.send?.((performance.now() - begin) / 1_000);
});
process.send?.('ready');
