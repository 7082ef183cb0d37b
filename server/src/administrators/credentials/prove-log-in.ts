import type { Database } from '../../database/connect.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { canonicalEmail } from '../../platform/text/email-address.ts';
import { type Credentials, findCredentialsByEmail } from '../queries.ts';
import { type CountedAttempt, countAttempt, type LogInAttempt } from './log-in-attempts.ts';
import { verifyPassword } from './password.ts';
import { checkFactor, kindOf, type SecondFactor, type TypedFactor } from './second-factor.ts';

export type LogIn = { email: string; password: string; typed: TypedFactor; address: string };

/** A proven log-in and how it was proven; `start-session.ts` makes the session from it. */
export type ProvenLogIn = {
  kind: 'proven';
  credentials: Credentials;
  factor?: SecondFactor;
  attempt: LogInAttempt & CountedAttempt;
};

/** `known` is set if such an administrator exists; only the audit log may reveal that. */
export type RefusedLogIn = {
  kind: 'refused';
  code: 'invalid_login' | 'password_used' | 'totp_required' | 'invalid_totp_code' | 'invalid_recovery_code';
  known: Credentials | undefined;
  attempt: CountedAttempt;
};

/**
 * Returns the administrator who signs in, of any tenant, or why the log-in is refused. No transaction is open: refused attempts
 * count too, and hashing takes time. An unknown address is answered like a wrong password, and as slowly.
 */
export async function proveLogIn(
  db: Database,
  { email, password, typed, address }: LogIn,
  box: SecretBox,
  now = Date.now(),
): Promise<ProvenLogIn | RefusedLogIn> {
  const subject: LogInAttempt = { kind: 'log-in', email, address };
  const { credentials, isRight, made } = await countAttempt(db, subject, async (counted) => {
    const credentials = await findCredentialsByEmail.first(db, { email: canonicalEmail(email) });
    const isRight = await verifyPassword(password, credentials?.password_hash);
    return { credentials, isRight, made: { ...subject, ...counted } };
  });
  const { attempt_id } = made;
  const refused = (code: RefusedLogIn['code']) =>
    ({ kind: 'refused', code, known: credentials, attempt: { attempt_id } }) as const;
  if (!credentials || !isRight) return refused('invalid_login');
  if (credentials.totp_secret === null) return { kind: 'proven', credentials, attempt: made };

  const kind = kindOf(typed);
  if (!kind) return refused('totp_required');
  const { tenant_id: tenantId, administrator_id: administratorId } = credentials;
  const factor = await countAttempt(db, { kind: 'code', tenantId, administratorId }, () =>
    checkFactor(db, credentials, typed, { box, now }),
  );
  return factor ? { kind: 'proven', credentials, factor, attempt: made } : refused(`invalid_${kind}`);
}
