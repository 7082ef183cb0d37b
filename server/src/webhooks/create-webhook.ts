import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { validationFailed } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { insertWebhook, takeWebhookId, type WebhookRow } from './queries.ts';
import type { NewWebhook } from './schema.ts';
import { newWebhookSecret, sealWebhookSecret } from './sending/webhook-secret.ts';
import { storedFields } from './webhook-fields.ts';

const most = 100;

export async function createWebhook(
  tx: Tx,
  tenantId: TenantId,
  { label = null, ...sent }: NewWebhook,
  box: SecretBox,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const taken = await takeWebhookId.first(tx, { tenant_id: tenantId });
  if (!taken) throw new Error('take_webhook_id always gives one row.');
  const secret = newWebhookSecret();
  const webhook = await insertWebhook.first(tx, {
    tenant_id: tenantId,
    ...taken,
    ...storedFields({ label, ...sent }, untouched),
    secret: sealWebhookSecret(box, { tenantId, webhookId: taken.webhook_id }, secret),
    most,
  });
  if (!webhook) throw tooMany();
  return { webhook, secret };
}

const untouched = { label: '', url: '', events: [], project_ids: null, call_statuses: null, is_enabled: true };

function tooMany() {
  const message = `This tenant has reached the limit of ${most} webhooks. Delete one that you no longer need, or change it.`;
  return validationFailed([{ field: 'webhooks', code: 'limit_reached', message, limit: most }]);
}
