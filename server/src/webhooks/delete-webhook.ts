import type { Tx } from '../database/connect.ts';
import type { TenantId, WebhookId } from '../platform/ids.ts';
import { markWebhookDeleted } from './queries.ts';
import { cancelPending } from './queue/stop-deliveries.ts';
import { lockQueue } from './queue/webhook-queues.ts';

/**
 * Deletes a webhook that this transaction has locked. Its deliveries can no longer be read, and are deleted when they are old.
 */
export async function deleteWebhook(tx: Tx, tenantId: TenantId, webhookId: WebhookId) {
  const key = { tenant_id: tenantId, webhook_id: webhookId };
  await lockQueue.run(tx, key);
  const deleted = await markWebhookDeleted.first(tx, key);
  await cancelPending(tx, tenantId, webhookId);
  return deleted;
}
