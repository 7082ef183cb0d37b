import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import { canonicalEmail } from '../platform/text/email-address.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { type Credentials, findCredentialsByEmail } from './queries.ts';

/** The administrator with this email address, or a refusal. For the operator, who knows administrators by it. */
export async function existingAdministrator(tx: Tx, tenantId: TenantId, email: string): Promise<Credentials> {
  await existingTenant(tx, tenantId);
  const found = await findCredentialsByEmail.first(tx, { email: canonicalEmail(email) });
  if (found?.tenant_id !== tenantId)
    throw problem('not_found', { message: `The tenant ${tenantId} has no administrator ${email}.` });
  return found;
}
