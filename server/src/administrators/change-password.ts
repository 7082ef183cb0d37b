import type { Tx } from '../database/connect.ts';
import type { SessionId, TenantId } from '../platform/ids.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { hashPassword, verifyPassword } from './credentials/password.ts';
import { lockProven, type ProvenPassword } from './credentials/prove-password.ts';
import { updatePassword } from './queries.ts';
import { endAllSessions } from './sessions/end-sessions.ts';
import { listSessions } from './sessions/session-queries.ts';
import { type StartedSession, startSession } from './sessions/start-session.ts';

/** At least 12 characters (NIST SP 800-63B asks for 8, and for no composition rules). */
export const passwordLength = { least: 12, most: 200 } as const;

/** Ends all sessions, including a thief's; the browser that changed the password continues in a new one. */
export async function changePassword(
  tx: Tx,
  tenantId: TenantId,
  proven: ProvenPassword,
  { passwordHash, sessionId }: { passwordHash: string; sessionId: SessionId },
): Promise<StartedSession> {
  await lockProven(tx, tenantId, proven);
  const { administratorId } = proven;
  const key = { tenant_id: tenantId, administrator_id: administratorId };
  await updatePassword.run(tx, { ...key, password_hash: passwordHash, must_change_password: false });
  const { ip = null, user_agent = null } =
    (await listSessions.all(tx, key)).find(({ session_id }) => session_id === sessionId) ?? {};
  await endAllSessions(tx, tenantId, administratorId);
  return startSession(tx, tenantId, administratorId, { ip, user_agent });
}

/** Hashes a new password before the transaction begins; the current password has been proven. */
export async function hashNewPassword(wanted: string, { passwordHash }: ProvenPassword): Promise<string> {
  if (await verifyPassword(wanted, passwordHash)) throw validationFailed([samePassword]);
  return hashPassword(wanted);
}

const samePassword: Detail = {
  field: 'new_password',
  code: 'unchanged',
  message: 'new_password must differ from your current password.',
};
