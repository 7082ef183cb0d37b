import type { Database } from '../database/connect.ts';
import { validationFailed } from '../platform/problem.ts';
import { countAttempt, forgetAttempts } from './log-in-attempts.ts';
import { verifyPassword } from './password.ts';
import { findCredentials } from './queries.ts';

type Proof = { administratorId: number; field: string; password: string; address: string };

/**
 * Sees that who is signed in also knows the password, and not only found the browser open. Attempts count as those to log
 * in do: a stolen session must not be a way to guess it.
 */
export async function provePassword(db: Database, tenantId: number, proof: Proof): Promise<void> {
  const { administratorId, field, password, address } = proof;
  const found = await findCredentials.first(db, { tenant_id: tenantId, administrator_id: administratorId });
  const email = found?.email ?? '';
  await countAttempt(db, { email, address });
  if (!(await verifyPassword(password, found?.password_hash)))
    throw validationFailed([{ field, code: 'wrong_password', message: `${field} is not your password.` }]);
  await forgetAttempts(db, email);
}
