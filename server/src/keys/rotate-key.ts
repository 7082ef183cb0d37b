import type { Tx } from '../database/connect.ts';
import type { KeyId, TenantId } from '../platform/ids.ts';
import { type Detail, problem, validationFailed } from '../platform/problem.ts';
import { createKey } from './create-key.ts';
import { type ListedKey, lockKey, replaceKey } from './queries.ts';

const hour = 3_600_000;
/** A week is enough for all clients that use the old key. */
export const longestOverlap = 168;

/**
 * Creates a key with the permissions of another one, which stays valid for some hours, so that its clients can switch at any
 * moment. A key of 90 days is followed by one of 90 days. Only this answer contains the new key.
 */
export async function rotateKey(
  tx: Tx,
  tenantId: TenantId,
  { keyId, overlapHours }: { keyId: KeyId; overlapHours: number },
  now = Date.now(),
): Promise<{ keyId: KeyId; key: string }> {
  const before = await lockKey.first(tx, { tenant_id: tenantId, key_id: keyId });
  if (!before) throw problem('not_found', { message: `The tenant ${tenantId} has no key ${keyId}.` });
  const faults = rotationFaults(before, now);
  if (faults.length > 0) throw validationFailed(faults);

  const { name, kind, scopes, allowlist, allows_assistants: allowsAssistants, created_at, expires_at } = before;
  const lifetime = expires_at && expires_at.getTime() - created_at.getTime();
  const expiresAt = lifetime === null ? undefined : new Date(now + lifetime);
  const wanted = { name, kind, scopes, allowlist, allowsAssistants, expiresAt };
  const created = await createKey(tx, tenantId, wanted, now);
  await replaceKey.run(tx, {
    ...{ tenant_id: tenantId, key_id: keyId, replaced_by: created.keyId },
    expires_at: new Date(now + overlapHours * hour),
  });
  return created;
}

function rotationFaults({ revoked_at, expires_at, replaced_by }: ListedKey, now: number): Detail[] {
  const field = 'key_id';
  if (replaced_by !== null) {
    const message = `This key was already rotated. Rotate key ${replaced_by} instead, which replaces it.`;
    return [{ field, code: 'already_rotated', message, replaced_by }];
  }
  const isOver = revoked_at !== null || (expires_at !== null && expires_at.getTime() <= now);
  const message = 'This key is revoked or expired and cannot be rotated. Create a new key.';
  return isOver ? [{ field, code: 'not_active', message }] : [];
}
