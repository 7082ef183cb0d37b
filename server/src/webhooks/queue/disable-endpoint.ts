import type { Database } from '../../database/connect.ts';
import { lockWebhook } from '../queries.ts';
import { disableWebhook } from './disable-webhook.ts';
import type { GivenUp } from './finish-attempts.ts';
import { cancelPending } from './stop-deliveries.ts';
import { lockQueue } from './webhook-queues.ts';

/** Disables a webhook whose endpoint is gone or has been failing for too long. Returns whether it was still enabled. */
export function disableEndpoint(
  db: Database,
  { tenantId, webhookId, epoch, reason }: GivenUp,
  now: Date | null,
): Promise<boolean> {
  const webhook = { tenant_id: tenantId, webhook_id: webhookId };
  return db.transaction(async (tx) => {
    // Locks the webhook, then its queue, then its deliveries, in the same order everywhere, to avoid deadlock.
    await lockWebhook.first(tx, webhook);
    await lockQueue.run(tx, webhook);
    const disabled = await disableWebhook.run(tx, { ...webhook, epoch, reason, now });
    if (disabled > 0) await cancelPending(tx, tenantId, webhookId);
    return disabled > 0;
  });
}
