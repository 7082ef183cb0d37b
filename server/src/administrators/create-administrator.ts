import type { Tx } from '../database/connect.ts';
import type { Role } from '../platform/caller.ts';
import type { AdministratorId, ProjectId, TenantId } from '../platform/ids.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { canonicalEmail, emailRule, isEmailAddress } from '../platform/text/email-address.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { revokeInvitationsTo } from './invitation-queries.ts';
import { insertAdministrator } from './queries.ts';
import { refuseAccess, setProjects } from './supervised-projects.ts';

/**
 * The password is a generated one (`makePassword`) that is handed over, so it is good for one log-in and has to be changed
 * there.
 */
export async function createAdministrator(
  tx: Tx,
  tenantId: TenantId,
  wanted: {
    email: string;
    role?: Role | undefined;
    projectIds?: readonly ProjectId[] | undefined;
    passwordHash: string;
  },
): Promise<AdministratorId> {
  await existingTenant(tx, tenantId);
  const email = wanted.email.trim();
  if (!isEmailAddress(email)) throw validationFailed([unreadableAddress]);

  const { role = 'administrator', projectIds = [], passwordHash: password_hash } = wanted;
  await refuseAccess(tx, tenantId, { role, projectIds });
  const inserted = await insertAdministrator.first(tx, { tenant_id: tenantId, email, role, password_hash });
  if (!inserted) throw validationFailed([takenAddress(email)]);
  await setProjects(tx, tenantId, { administratorId: inserted.administrator_id, projectIds });
  // An invitation must not create the administrator anew after a removal.
  await revokeInvitationsTo.run(tx, { tenant_id: tenantId, email: canonicalEmail(email) });
  return inserted.administrator_id;
}

const unreadableAddress: Detail = {
  field: 'email',
  code: 'invalid_format',
  message: `email must be ${emailRule.form}, with at most ${emailRule.maxLength} characters.`,
};

export function takenAddress(email: string): Detail {
  const message = `${email} is already an administrator. An email address can belong to only one tenant: use another one.`;
  return { field: 'email', code: 'taken', message };
}
