import type { Queryable } from '../../database/sql.ts';
import type { Caller, SignedIn } from '../../platform/caller.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { countRecoveryCodes } from '../credentials/recovery-codes.ts';

/** How this server handles live calls. A console that shows simulated calls as real, or the reverse, is dangerous. */
export const liveCalls = ['real', 'simulated', 'unavailable'] as const;
export type LiveCalls = (typeof liveCalls)[number];

export async function sessionAnswer(db: Queryable, caller: Caller, live_calls: LiveCalls) {
  const tenant = await existingTenant(db, caller.tenantId);
  const { tenant_id, name, timezone, default_country, language, telephony_by } = tenant;
  const { administratorId: administrator_id, email, role, mustChangePassword, hasTotp } = signedIn(caller);
  const flags = { must_change_password: mustChangePassword, has_totp: hasTotp };
  return {
    administrator: { administrator_id, email, role, project_ids: caller.projects ?? [], ...flags },
    tenant: { tenant_id, name, timezone, default_country, language, telephony_by },
    recovery_codes_left: await countRecoveryCodes(db, { tenantId: tenant_id, administratorId: administrator_id }),
    live_calls,
    expires_at: new Date(caller.expiresAt),
  };
}

/** For operations that API keys cannot use. */
export function signedIn({ administrator }: Caller): SignedIn {
  if (!administrator) throw new Error('An operation of administrators was reached by somebody else.');
  return administrator;
}
