import type { Database, Tx } from '../../database/connect.ts';
import type { AdministratorId, TenantId } from '../../platform/ids.ts';
import { type Detail, validationFailed } from '../../platform/problem.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { type Credentials, findCredentials, lockCredentials } from '../queries.ts';
import { countAttempt, forgetProofs } from './log-in-attempts.ts';
import { verifyPassword } from './password.ts';
import { checkFactor, kindOf, type SecondFactor, type TypedFactor, takeFactor } from './second-factor.ts';

type Proof = { administratorId: AdministratorId; field: string; password: string; code?: Code };

/** A code, for changes that take more than the password if a second factor is set up. */
export type Code = { typed: TypedFactor; box: SecretBox };

/** The hash of the proven password. The proof is valid only while this hash is the stored one. */
export type ProvenPassword = {
  administratorId: AdministratorId;
  passwordHash: string;
  field: string;
  factor?: SecondFactor | undefined;
};

/**
 * Checks that the administrator who is signed in knows the password, and has not merely found the browser open. Attempts have
 * their own limit: a stolen session must not be a way to guess the password, and failed log-ins of strangers must not use up
 * the owner's attempts.
 */
export async function provePassword(db: Database, tenantId: TenantId, proof: Proof): Promise<ProvenPassword> {
  const { administratorId, field, password, code } = proof;
  const found = await findCredentials.first(db, { tenant_id: tenantId, administrator_id: administratorId });
  const subject = { kind: 'proof', tenantId, administratorId } as const;
  const isRight = await countAttempt(db, subject, () => verifyPassword(password, found?.password_hash));
  if (!found || !isRight) throw wrongPassword(field);
  const factor = code && found.totp_secret !== null ? await provenFactor(db, found, code) : undefined;
  return { administratorId, passwordHash: found.password_hash, field, factor };
}

/**
 * A log-in with a password that was handed over proves that password: it is good for one log-in, and the session for nothing
 * but choosing another password.
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

async function provenFactor(db: Database, found: Credentials, { typed, box }: Code): Promise<SecondFactor> {
  const kind = kindOf(typed);
  if (!kind) throw validationFailed([codeMissing]);
  const factor = await checkFactor(db, found, typed, { box });
  if (!factor) throw validationFailed([wrongCodes[kind]]);
  return factor;
}

/** The same, plus the code if a second factor is set up. Each code is good once. */
export async function lockProvenByCode(tx: Tx, tenantId: TenantId, proven: ProvenPassword): Promise<Credentials> {
  const now = await lockProven(tx, tenantId, proven);
  if (now.totp_secret === null) return now;
  const { factor } = proven;
  // A second factor was set up since the proof.
  if (!factor) throw validationFailed([codeMissing]);
  const changed = await takeFactor(tx, now, factor);
  if (!changed) throw validationFailed([wrongCodes[factor.kind]]);
  await forgetProofs(tx, { kind: 'proof', tenantId, administratorId: proven.administratorId });
  return changed;
}

const codeMissing: Detail = {
  field: 'totp_code',
  code: 'required',
  message: 'totp_code is required. Send the current code from your authenticator app, or a recovery_code instead.',
};
const wrongCodes: Record<SecondFactor['kind'], Detail> = {
  totp_code: {
    field: 'totp_code',
    code: 'invalid_totp_code',
    message:
      'totp_code is wrong or was already used. Wait for the next code in your authenticator app, then try again.',
  },
  recovery_code: {
    field: 'recovery_code',
    code: 'invalid_recovery_code',
    message: 'recovery_code is wrong or was already used. Send another one of your recovery codes.',
  },
};

/**
 * Locks the administrator's credentials until this transaction ends. If two requests change the password at once, the proof of
 * the second one is no longer valid.
 */
export async function lockProven(tx: Tx, tenantId: TenantId, proven: ProvenPassword): Promise<Credentials> {
  const now = await lockCredentials.first(tx, { tenant_id: tenantId, administrator_id: proven.administratorId });
  if (now?.password_hash !== proven.passwordHash) throw wrongPassword(proven.field);
  // With a second factor, the password alone must not reset the counter, or a thief could guess codes forever.
  if (now.totp_secret === null)
    await forgetProofs(tx, { kind: 'proof', tenantId, administratorId: proven.administratorId });
  return now;
}

function wrongPassword(field: string) {
  return validationFailed([{ field, code: 'wrong_password', message: `${field} is not your current password.` }]);
}
