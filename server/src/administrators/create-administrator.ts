import type { Tx } from '../database/connect.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { codePoints, hasForbiddenCharacters } from '../platform/well-formed.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { hashPassword, newPassword } from './password.ts';
import { insertAdministrator } from './queries.ts';

/** The password is made here, so that it is a good one, and is in this answer and nowhere else. */
export async function createAdministrator(
  tx: Tx,
  tenantId: number,
  wanted: { email: string },
): Promise<{ administratorId: number; password: string }> {
  await existingTenant(tx, tenantId);
  const email = wanted.email.trim();
  if (!isAddress(email)) throw validationFailed([unreadableAddress]);

  const password = newPassword();
  const password_hash = await hashPassword(password);
  const inserted = await insertAdministrator.first(tx, { tenant_id: tenantId, email, password_hash });
  if (!inserted) throw validationFailed([takenAddress(email)]);
  return { administratorId: inserted.administrator_id, password };
}

function isAddress(email: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(email) && codePoints(email) <= 254 && !hasForbiddenCharacters(email);
}

const unreadableAddress: Detail = {
  field: 'email',
  code: 'invalid_format',
  message: 'email must be an e-mail address such as admin@example.com, of at most 254 characters.',
};

function takenAddress(email: string): Detail {
  const message = `${email} is an administrator already. One address signs in to one tenant: use another one.`;
  return { field: 'email', code: 'taken', message };
}
