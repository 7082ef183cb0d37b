import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../database/connect.ts';
import type { AdministratorId, SessionId, TenantId } from '../../platform/ids.ts';
import { problem } from '../../platform/problem.ts';
import { forgetProofs, noteLogIn } from '../credentials/log-in-attempts.ts';
import type { ProvenLogIn } from '../credentials/prove-log-in.ts';
import { takeFactor } from '../credentials/second-factor.ts';
import { lockCredentials, markPasswordUsed } from '../queries.ts';
import type { SessionClient } from './session-client.ts';
import { deleteOldestSessions, insertSession } from './session-queries.ts';
import { hashSessionToken, newSessionToken } from './session-token.ts';

/** The token is only in this answer. */
export type StartedSession = { sessionId: SessionId; token: string };

/** Starts a session for a proven log-in, unless the password or the code has become invalid since. */
export async function startProvenSession(
  tx: Tx,
  { credentials, factor, attempt }: ProvenLogIn,
  client: SessionClient,
): Promise<StartedSession> {
  const { tenant_id, administrator_id, password_hash, totp_secret } = credentials;
  const now = await lockCredentials.first(tx, { tenant_id, administrator_id });
  if (now?.password_hash !== password_hash) throw problem('invalid_login');
  // Since the proof, the app was changed for another one, or a second factor was set up.
  const hasTotpChanged = !isDeepStrictEqual(now.totp_secret, totp_secret);
  if (hasTotpChanged) throw problem('invalid_totp_code');
  if (now.must_change_password) {
    // It is good for one log-in: it is worthless when read later, in a message or in the history of a terminal.
    if (now.password_used_at) throw problem('password_used');
    await markPasswordUsed.run(tx, { tenant_id, administrator_id });
  }
  if (factor) {
    if (!(await takeFactor(tx, now, factor))) throw problem(`invalid_${factor.kind}`);
    await forgetProofs(tx, { kind: 'code', tenantId: tenant_id, administratorId: administrator_id });
  }
  await noteLogIn(tx, attempt);
  return startSession(tx, tenant_id, administrator_id, client);
}

/** An administrator can be signed in to this many browsers. One more ends the oldest session. */
const mostSessions = 20;

/** Always makes a new token, so that a token which an attacker put into the browser is worthless. */
export async function startSession(
  tx: Tx,
  tenantId: TenantId,
  administratorId: AdministratorId,
  client: SessionClient,
): Promise<StartedSession> {
  const token = newSessionToken();
  const key = { tenant_id: tenantId, administrator_id: administratorId };
  const { session_id: sessionId } = await insertSession.one(tx, {
    ...key,
    ...client,
    token_hash: hashSessionToken(token),
  });
  await deleteOldestSessions.run(tx, { ...key, most: mostSessions });
  return { sessionId, token };
}
