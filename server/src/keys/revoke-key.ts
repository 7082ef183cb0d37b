import type { Tx } from '../database/connect.ts';
import type { KeyId, TenantId } from '../platform/ids.ts';
import { present } from '../platform/present.ts';
import { problem } from '../platform/problem.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { markKeyRevoked } from './queries.ts';

/** Every node refuses the key within a second of the commit. A key that was already revoked keeps its first time. */
export async function revokeKey(tx: Tx, tenantId: TenantId, keyId: KeyId): Promise<Date> {
  await existingTenant(tx, tenantId);
  const revoked = await markKeyRevoked.first(tx, { tenant_id: tenantId, key_id: keyId });
  if (!revoked) throw problem('not_found', { message: `The tenant ${tenantId} has no key ${keyId}.` });
  return present(revoked.revoked_at);
}
