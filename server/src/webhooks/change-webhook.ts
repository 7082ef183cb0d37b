import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { updateWebhook, type WebhookRow } from './queries.ts';
import { cancelLeftovers, cancelPending } from './queue/stop-deliveries.ts';
import { lockQueue } from './queue/webhook-queues.ts';
import type { WebhookChange } from './schema.ts';
import { storedFields } from './webhook-fields.ts';

/** `isStopped` if the request disables the webhook, even if it was disabled before: other nodes may still be about to send. */
export type WebhookChanged = { webhook: WebhookRow; isStopped: boolean };

/** Changes the fields that were sent and leaves the rest. A change that changes nothing leaves no trace. */
export async function changeWebhook(
  tx: Tx,
  tenantId: TenantId,
  before: WebhookRow,
  sent: WebhookChange,
): Promise<WebhookChanged> {
  const fields = storedFields(sent, before);
  const isStopped = sent.is_enabled === false;
  if (isDeepStrictEqual({ ...before, ...fields }, before)) return { webhook: before, isStopped };

  const hasStopped = before.is_enabled && !fields.is_enabled;
  const hasStarted = !before.is_enabled && fields.is_enabled;
  const hasMoved = fields.url !== before.url;
  const key = { tenant_id: tenantId, webhook_id: before.webhook_id };
  if (hasStopped || hasMoved) await lockQueue.run(tx, key);
  const webhook = await updateWebhook.one(tx, {
    ...key,
    ...fields,
    disabled_reason: hasStarted ? null : before.disabled_reason,
    restarts: hasStarted || hasMoved,
  });
  if (hasStopped) await cancelPending(tx, tenantId, before.webhook_id);
  if (hasStarted) await cancelLeftovers(tx, tenantId, before.webhook_id);
  return { webhook, isStopped };
}
