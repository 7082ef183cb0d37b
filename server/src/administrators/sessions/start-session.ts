import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../database/connect.ts';
import type { AdministratorId, SessionId, TenantId } from '../../platform/ids.ts';
import { problem } from '../../platform/problem.ts';
import { forgetProofs, noteLogIn } from '../credentials/log-in-attempts.ts';
import type { ProvenLogIn } from '../credentials/prove-log-in.ts';
import { lockCredentials, markPasswordUsed, updateTotp } from '../queries.ts';
import { deleteOldestSessions, insertSession } from './session-queries.ts';
import { hashSessionToken, newSessionToken } from './session-token.ts';

/** The token is in this answer and nowhere else. */
export type StartedSession = { sessionId: SessionId; token: string };

/** Signs in whoever has proved to be an administrator, unless that was by a password or a code that is no longer good. */
export async function startProvenSession(tx: Tx, { credentials, step, attempt }: ProvenLogIn): Promise<StartedSession> {
  const { tenant_id, administrator_id, password_hash, totp_secret } = credentials;
  const now = await lockCredentials.first(tx, { tenant_id, administrator_id });
  if (now?.password_hash !== password_hash) throw problem('invalid_login');
  // The code is one of an app that was changed for another meanwhile, or none, and now one is asked for.
  const hasTotpChanged = !isDeepStrictEqual(now.totp_secret, totp_secret);
  // A code that somebody has seen over a shoulder is good for half a minute yet, and so for nobody.
  if (hasTotpChanged || (step !== undefined && step <= now.totp_step)) throw problem('invalid_totp_code');
  if (now.must_change_password) {
    // It is good for one log-in: who reads it later, in a message or in the history of a terminal, has nothing.
    if (now.password_used_at) throw problem('password_used');
    await markPasswordUsed.run(tx, { tenant_id, administrator_id });
  }
  if (step !== undefined) {
    await updateTotp.run(tx, { ...now, totp_step: step });
    await forgetProofs(tx, { kind: 'code', tenantId: tenant_id, administratorId: administrator_id });
  }
  await noteLogIn(tx, attempt);
  return startSession(tx, tenant_id, administrator_id);
}

/** In how many browsers an administrator is signed in at most. One more ends the oldest one. */
const mostSessions = 20;

/** Always under a new token: one that the browser had before, from whomever, becomes nothing. */
export async function startSession(
  tx: Tx,
  tenantId: TenantId,
  administratorId: AdministratorId,
): Promise<StartedSession> {
  const token = newSessionToken();
  const key = { tenant_id: tenantId, administrator_id: administratorId };
  const { session_id: sessionId } = await insertSession.one(tx, { ...key, token_hash: hashSessionToken(token) });
  await deleteOldestSessions.run(tx, { ...key, most: mostSessions });
  return { sessionId, token };
}
