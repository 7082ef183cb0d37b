import type { Tx } from '../../database/connect.ts';
import type { TenantId } from '../../platform/ids.ts';
import { validationFailed } from '../../platform/problem.ts';
import type { WebhookRow } from '../queries.ts';
import { type DeliveryRow, restartDelivery } from '../queue/delivery-queries.ts';

/** Sends a delivery that this transaction has locked again, whatever its status, with the full retry schedule of a new one. */
export async function retryDelivery(
  tx: Tx,
  tenantId: TenantId,
  webhook: WebhookRow,
  { delivery_id, status }: DeliveryRow,
): Promise<DeliveryRow> {
  refuseDisabled(webhook);
  const key = { tenant_id: tenantId, webhook_id: webhook.webhook_id, delivery_id };
  const restarted = await restartDelivery.first(tx, { ...key, status });
  if (!restarted) throw isTest();
  tx.announce('deliveries');
  return restarted;
}

function isTest() {
  const message =
    'This is a test event, which cannot be sent again. Send a new one with POST /webhooks/{webhookId}/test.';
  return validationFailed([{ field: 'deliveryId', code: 'test_delivery', message }]);
}

/** Nothing is sent to a disabled webhook, so no delivery may appear to be pending. */
export function refuseDisabled({ is_enabled }: WebhookRow): void {
  if (is_enabled) return;
  const message = 'The webhook is disabled. Enable it first, then send the request again.';
  throw validationFailed([{ field: 'is_enabled', code: 'webhook_disabled', message }]);
}
