import type { Database } from '../../database/connect.ts';
import { type Caller, type SessionUse, scopesOf } from '../../platform/caller.ts';
import type { SessionId, TenantId } from '../../platform/ids.ts';
import { findSession, noteSessionsUsed, type SessionRow } from './session-queries.ts';
import { hashSessionToken } from './session-token.ts';

// Unlike keys, sessions are looked up for each request: there are few, and a log-out, a lost role or a removal takes effect on
// every node with the commit.

export type SessionVerifier = {
  /** Returns the caller of a session; `use` says whether this counts as use of it. */
  verify(token: string, use: SessionUse): Promise<Caller | undefined>;
  /** Stores when each session was last used, for the idle limit. */
  writeLastUsed(): Promise<void>;
};

export function sessionVerifier(db: Database, now: () => number = Date.now): SessionVerifier {
  const used = new Map<SessionId, { tenantId: TenantId; at: number }>();
  return {
    async verify(token, use) {
      const row = await findSession.first(db, { token_hash: hashSessionToken(token) });
      if (row && use === 'used') used.set(row.session_id, { tenantId: row.tenant_id, at: now() });
      return row && toCaller(row);
    },
    async writeLastUsed() {
      const uses = [...used];
      if (uses.length === 0) return;
      await noteSessionsUsed.run(db, {
        tenant_ids: uses.map(([, { tenantId }]) => tenantId),
        session_ids: uses.map(([sessionId]) => sessionId),
        times: uses.map(([, { at }]) => new Date(at)),
      });
      // A session that was used again in the meantime waits for the next turn.
      for (const [sessionId, use] of uses) if (used.get(sessionId) === use) used.delete(sessionId);
    },
  };
}

function toCaller(row: SessionRow): Caller {
  const role = row.role;
  return {
    tenantId: row.tenant_id,
    meter: `administrator:${row.administrator_id}`,
    kind: 'live',
    scopes: scopesOf(role),
    projects: row.project_ids,
    licenses: new Set(row.licenses),
    allows: undefined,
    expiresAt: row.expires_at.getTime(),
    defaultCountry: row.default_country,
    timezone: row.timezone,
    hasCallLimits: row.has_call_limits,
    administrator: {
      administratorId: row.administrator_id,
      sessionId: row.session_id,
      email: row.email,
      role,
      mustChangePassword: row.must_change_password,
      hasTotp: row.has_totp,
      telephonyBy: row.telephony_by,
    },
  };
}
