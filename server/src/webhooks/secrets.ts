import type { SecretBox } from '../platform/secret-box.ts';

type Sealed = { tenant_id: number; webhook_id: number; secret: Buffer; previous_secret: Buffer | null };

/** Where the secrets of a webhook belong: sealed for one, they do not open for another. */
export const secretContext = (tenantId: number, webhookId: number) => `webhook/${tenantId}/${webhookId}`;

/** The secrets that sign now, the newest first. */
export function signingSecrets(box: SecretBox, { tenant_id, webhook_id, secret, previous_secret }: Sealed): string[] {
  const context = secretContext(tenant_id, webhook_id);
  return [secret, previous_secret].flatMap((sealed) => (sealed ? [box.open(sealed, context)] : []));
}
