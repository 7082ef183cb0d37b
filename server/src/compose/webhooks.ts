import { listenToChannel } from '../database/listen-to-channel.ts';
import { eventFollower, lookEvery } from '../events/follow-events.ts';
import { deliverWebhooks } from '../webhooks/deliver.ts';
import { deliveryMetrics } from '../webhooks/queue/delivery-metrics.ts';
import { foldDeliveryCounts } from '../webhooks/queue/fold-delivery-counts.ts';
import { forgetDeliveries } from '../webhooks/queue/forget-deliveries.ts';
import { cancelStopped } from '../webhooks/queue/stop-deliveries.ts';
import { urlChecker } from '../webhooks/sending/check-url.ts';
import { guardedAgent } from '../webhooks/sending/guarded-agent.ts';
import { doesSharedWork, type Ground } from './capability.ts';

/** Delivery of events to webhooks and event streams. */
export function startWebhooks(ground: Ground) {
  const { config, db, secrets } = ground;
  const agent = guardedAgent(config.WEBHOOK_ALLOW_PRIVATE ? 'anywhere' : 'public');
  const delivery = doesSharedWork(ground) ? startDelivery(ground, agent) : undefined;
  const events = eventFollower(db);

  return {
    sending: { agent, box: secrets, checkUrl: urlChecker({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE }) },
    events,
    chores: [
      { name: 'look for new events', everyMs: lookEvery, run: events.look, ofProcess: true },
      { name: 'fold delivery counts', everyMs: 1_000, run: () => foldDeliveryCounts(db) },
      { name: 'cancel deliveries of stopped webhooks', everyMs: 1_000, run: () => cancelStopped(db) },
      { name: 'forget old deliveries', everyMs: 3_600_000, run: () => forgetDeliveries(db) },
    ],
    /** Starts no more attempts and lets running ones finish, for at most this many milliseconds. */
    drain: async (milliseconds: number) => delivery?.deliverer.stop(milliseconds),
    finish: async () => delivery?.deliverer.flush(),
    stopListening: async () => delivery?.queued.stop(),
    async stop() {
      await delivery?.queued.stop();
      await delivery?.deliverer.stop(0);
      await agent.destroy();
    },
  };
}

function startDelivery({ db, databaseUrl, secrets, registry, log }: Ground, agent: ReturnType<typeof guardedAgent>) {
  const { onAttempt, showConcurrentAttempts } = deliveryMetrics(db, registry);
  const deliverer = deliverWebhooks(db, { agent, box: secrets, log, onAttempt });
  showConcurrentAttempts(deliverer.limits);
  const queued = listenToChannel(databaseUrl, 'deliveries', {
    onNotification: deliverer.wake,
    onConnect: deliverer.wake,
    onDisconnect: (error) => log('webhook.notify_lost', { err: error }),
  });
  return { deliverer, queued };
}
