import type { Tx } from '../database/connect.ts';
import type { TenantId, WebhookId } from '../platform/ids.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { replaceSecret } from './queries.ts';
import { newWebhookSecret, sealWebhookSecret } from './sending/webhook-secret.ts';

/** For this long, both secrets sign. */
const overlapHours = 24;

/** Gives a webhook a new secret. After a second rotation within the overlap, the first secret is dropped. */
export async function rotateSecret(tx: Tx, tenantId: TenantId, webhookId: WebhookId, box: SecretBox) {
  const secret = newWebhookSecret();
  const sealed = sealWebhookSecret(box, { tenantId, webhookId }, secret);
  const key = { tenant_id: tenantId, webhook_id: webhookId };
  const replaced = await replaceSecret.first(tx, { ...key, secret: sealed, hours: overlapHours });
  return { webhook_id: webhookId, secret, ...replaced };
}
