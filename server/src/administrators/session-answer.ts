import type { Queryable } from '../database/sql.ts';
import type { Caller, SignedIn } from '../platform/caller.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';

export async function sessionAnswer(db: Queryable, caller: Caller) {
  const { tenant_id, name, default_country, language, telephony_by } = await existingTenant(db, caller.tenantId);
  const { administratorId: administrator_id, email, role, mustChangePassword, hasTotp } = signedIn(caller);
  const flags = { must_change_password: mustChangePassword, has_totp: hasTotp };
  return {
    administrator: { administrator_id, email, role, ...flags },
    tenant: { tenant_id, name, default_country, language, telephony_by },
    expires_at: new Date(caller.expiresAt),
  };
}

/** Of operations that no key reaches. */
export function signedIn({ administrator }: Caller): SignedIn {
  if (!administrator) throw new Error('An operation of administrators was reached by somebody else.');
  return administrator;
}
