import type { Database } from '../database/connect.ts';
import { canonicalEmail } from '../platform/email-address.ts';
import { problem } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { attempt, type Counted, type LogInAttempt } from './log-in-attempts.ts';
import { verifyPassword } from './password.ts';
import { type Credentials, findCredentialsByEmail } from './queries.ts';
import { stepOfCode } from './totp.ts';
import { openTotpKey } from './totp-secret.ts';

export type LogIn = { email: string; password: string; totpCode?: string | undefined; address: string };

/** Who has proved who he is, and by what. The session is made of it: see `start-session.ts`. */
export type ProvenLogIn = { credentials: Credentials; step?: number; attempt: LogInAttempt & Counted };

/**
 * Tells who signs in, of whatever tenant, or refuses. No transaction is open: an attempt counts also when it is refused, and
 * a password takes its time. An address that nobody has is answered like a wrong password, and as slowly.
 */
export async function proveLogIn(
  db: Database,
  { email, password, totpCode, address }: LogIn,
  box: SecretBox,
  now = Date.now(),
): Promise<ProvenLogIn> {
  const credentials = await findCredentialsByEmail.first(db, { email: canonicalEmail(email) });
  const who: LogInAttempt = { kind: 'log-in', email, address };
  const { isRight, made } = await attempt(db, who, async (counted) => ({
    isRight: await verifyPassword(password, credentials?.password_hash),
    made: { ...who, ...counted },
  }));
  if (!credentials || !isRight) throw problem('invalid_login');
  if (credentials.totp_secret === null) return { credentials, attempt: made };

  if (!totpCode) throw problem('totp_required');
  const { tenant_id: tenantId, administrator_id: administratorId } = credentials;
  const key = openTotpKey(box, { tenantId, administratorId }, credentials.totp_secret);
  const step = stepOfCode(key, totpCode, now);
  if (step === undefined) throw problem('invalid_totp_code');
  return { credentials, step, attempt: made };
}
