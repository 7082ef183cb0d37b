import { randomBytes } from 'node:crypto';
import type { TenantId, WebhookId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secret-box.ts';

export type WebhookRef = { tenantId: TenantId; webhookId: WebhookId };

/** A new secret, in the form of Standard Webhooks. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

const contextOf = ({ tenantId, webhookId }: WebhookRef) => `webhook/${tenantId}/${webhookId}`;

/** The secret as it is stored: it cannot be opened in the row of another webhook. */
export const sealWebhookSecret = (box: SecretBox, webhook: WebhookRef, secret: string) =>
  box.seal(secret, contextOf(webhook));

const openWebhookSecret = (box: SecretBox, webhook: WebhookRef, sealed: Buffer) => box.open(sealed, contextOf(webhook));

type Sealed = { tenant_id: TenantId; webhook_id: WebhookId; secret: Buffer; previous_secret: Buffer | null };

/** The secrets that sign now, the newest first. */
export function signingSecrets(box: SecretBox, { tenant_id, webhook_id, secret, previous_secret }: Sealed): string[] {
  const webhook = { tenantId: tenant_id, webhookId: webhook_id };
  return [secret, previous_secret].flatMap((sealed) => (sealed ? [openWebhookSecret(box, webhook, sealed)] : []));
}
