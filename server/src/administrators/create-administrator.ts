import type { Tx } from '../database/connect.ts';
import type { Role } from '../platform/caller.ts';
import type { AdministratorId, TenantId } from '../platform/ids.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { emailRule, isEmailAddress } from '../platform/text/email-address.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { insertAdministrator } from './queries.ts';

/**
 * The password is a generated one (`makePassword`) that is handed over, so it is good for one log-in and has to be changed
 * there.
 */
export async function createAdministrator(
  tx: Tx,
  tenantId: TenantId,
  wanted: { email: string; role?: Role | undefined; passwordHash: string },
): Promise<AdministratorId> {
  await existingTenant(tx, tenantId);
  const email = wanted.email.trim();
  if (!isEmailAddress(email)) throw validationFailed([unreadableAddress]);

  const { role = 'administrator', passwordHash: password_hash } = wanted;
  const inserted = await insertAdministrator.first(tx, { tenant_id: tenantId, email, role, password_hash });
  if (!inserted) throw validationFailed([takenAddress(email)]);
  return inserted.administrator_id;
}

const unreadableAddress: Detail = {
  field: 'email',
  code: 'invalid_format',
  message: `email must be ${emailRule.form}, with at most ${emailRule.maxLength} characters.`,
};

function takenAddress(email: string): Detail {
  const message = `${email} is already an administrator. An email address can belong to only one tenant: use another one.`;
  return { field: 'email', code: 'taken', message };
}
