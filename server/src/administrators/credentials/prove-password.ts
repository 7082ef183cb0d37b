import type { Database, Tx } from '../../database/connect.ts';
import type { AdministratorId, TenantId } from '../../platform/ids.ts';
import { type Detail, validationFailed } from '../../platform/problem.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { type Credentials, findCredentials, lockCredentials } from '../queries.ts';
import { attempt, forgetProofs } from './log-in-attempts.ts';
import { verifyPassword } from './password.ts';
import { stepOfCode } from './totp.ts';
import { openTotpKey } from './totp-secret.ts';

type Proof = { administratorId: AdministratorId; field: string; password: string; code?: Code };

/** What the app shows, for what takes more than the password where a code is asked for at log-in. */
export type Code = { typed: string | undefined; box: SecretBox };

/** The hash of the password that was proven. It is worth something for as long as it is the one that is stored. */
export type ProvenPassword = {
  administratorId: AdministratorId;
  passwordHash: string;
  field: string;
  step?: number | undefined;
};

/**
 * Sees that who is signed in also knows the password, and not only found the browser open. Attempts are counted as those to
 * log in are, by themselves: a stolen session must not be a way to guess it, and nobody at the door keeps the owner from it.
 */
export async function provePassword(db: Database, tenantId: TenantId, proof: Proof): Promise<ProvenPassword> {
  const { administratorId, field, password, code } = proof;
  const found = await findCredentials.first(db, { tenant_id: tenantId, administrator_id: administratorId });
  const who = { kind: 'proof', tenantId, administratorId } as const;
  const isRight = await attempt(db, who, () => verifyPassword(password, found?.password_hash));
  if (!found || !isRight) throw wrongPassword(field);
  const step = code && found.totp_secret !== null ? stepOf(found, found.totp_secret, code) : undefined;
  return { administratorId, passwordHash: found.password_hash, field, step };
}

/**
 * Whoever has just logged in with a password that was handed over has proven it by that: it is good for one log-in, and the
 * session for nothing but another password.
 */
export async function provenByLogIn(
  db: Database,
  tenantId: TenantId,
  { administratorId }: { administratorId: AdministratorId },
): Promise<ProvenPassword> {
  const field = 'current_password';
  const found = await findCredentials.first(db, { tenant_id: tenantId, administrator_id: administratorId });
  if (!found?.must_change_password)
    throw validationFailed([{ field, code: 'required', message: `${field} is required: send it.` }]);
  return { administratorId, passwordHash: found.password_hash, field };
}

function stepOf({ tenant_id, administrator_id }: Credentials, secret: Buffer, { typed, box }: Code): number {
  if (typed === undefined) throw validationFailed([codeMissing]);
  const key = openTotpKey(box, { tenantId: tenant_id, administratorId: administrator_id }, secret);
  const step = stepOfCode(key, typed, Date.now());
  if (step === undefined) throw validationFailed([wrongCode]);
  return step;
}

/** The same where a code was asked for too, which is good once. */
export async function lockProvenByCode(tx: Tx, tenantId: TenantId, proven: ProvenPassword): Promise<Credentials> {
  const now = await lockProven(tx, tenantId, proven);
  if (now.totp_secret === null) return now;
  const { step = 0 } = proven;
  if (step <= now.totp_step) throw validationFailed([wrongCode]);
  await forgetProofs(tx, { kind: 'proof', tenantId, administratorId: proven.administratorId });
  return { ...now, totp_step: step };
}

const codeMissing: Detail = {
  field: 'totp_code',
  code: 'required',
  message: 'totp_code is required: the code that the app shows now, which was set up before.',
};
const wrongCode: Detail = {
  field: 'totp_code',
  code: 'invalid_totp_code',
  message: 'totp_code is not the one that the app shows now, or was used before. Wait for the next one.',
};

/**
 * What is stored of who has proven the password, which nobody else changes until this transaction ends. Of two who change it
 * at the same moment the second one has proven a password that is none any more.
 */
export async function lockProven(tx: Tx, tenantId: TenantId, proven: ProvenPassword): Promise<Credentials> {
  const now = await lockCredentials.first(tx, { tenant_id: tenantId, administrator_id: proven.administratorId });
  if (now?.password_hash !== proven.passwordHash) throw wrongPassword(proven.field);
  // Where there are codes too, the password alone must not be a way to guess them for ever.
  if (now.totp_secret === null)
    await forgetProofs(tx, { kind: 'proof', tenantId, administratorId: proven.administratorId });
  return now;
}

function wrongPassword(field: string) {
  return validationFailed([{ field, code: 'wrong_password', message: `${field} is not your password.` }]);
}
