import type { Database, Tx } from '../database/connect.ts';
import { validationFailed } from '../platform/problem.ts';
import { attempt, forgetProofs } from './log-in-attempts.ts';
import { verifyPassword } from './password.ts';
import { type Credentials, findCredentials, lockCredentials } from './queries.ts';

type Proof = { administratorId: number; field: string; password: string };

/** The hash of the password that was proven. It is worth something for as long as it is the one that is stored. */
export type ProvenPassword = { administratorId: number; passwordHash: string; field: string };

/**
 * Sees that who is signed in also knows the password, and not only found the browser open. Attempts are counted as those to
 * log in are, by themselves: a stolen session must not be a way to guess it, and nobody at the door keeps the owner from it.
 */
export async function provePassword(db: Database, tenantId: number, proof: Proof): Promise<ProvenPassword> {
  const { administratorId, field, password } = proof;
  const found = await findCredentials.first(db, { tenant_id: tenantId, administrator_id: administratorId });
  const who = { kind: 'proof', tenantId, administratorId } as const;
  const isRight = await attempt(db, who, () => verifyPassword(password, found?.password_hash));
  if (!found || !isRight) throw wrongPassword(field);
  await forgetProofs(db, who);
  return { administratorId, passwordHash: found.password_hash, field };
}

/**
 * What is stored of who has proven the password, which nobody else changes until this transaction ends. Of two who change it
 * at the same moment the second one has proven a password that is none any more.
 */
export async function lockProven(tx: Tx, tenantId: number, proven: ProvenPassword): Promise<Credentials> {
  const now = await lockCredentials.first(tx, { tenant_id: tenantId, administrator_id: proven.administratorId });
  if (now?.password_hash !== proven.passwordHash) throw wrongPassword(proven.field);
  return now;
}

function wrongPassword(field: string) {
  return validationFailed([{ field, code: 'wrong_password', message: `${field} is not your password.` }]);
}
