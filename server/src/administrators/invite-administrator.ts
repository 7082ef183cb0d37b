import type { Tx } from '../database/connect.ts';
import type { AdministratorId, InvitationId, TenantId } from '../platform/ids.ts';
import { validationFailed } from '../platform/problem.ts';
import { canonicalEmail } from '../platform/text/email-address.ts';
import { takenAddress } from './create-administrator.ts';
import { insertInvitation, revokeInvitationsTo } from './invitation-queries.ts';
import { findCredentialsByEmail } from './queries.ts';
import { hashSessionToken, newSessionToken } from './sessions/session-token.ts';
import { type Access, setInvitedProjects } from './supervised-projects.ts';

/** The token is only in this answer. */
type Invited = { invitationId: InvitationId; token: string };

/** A new invitation replaces an earlier one to the same address. */
export async function inviteAdministrator(
  tx: Tx,
  tenantId: TenantId,
  { email, role, projectIds, by }: Access & { email: string; by: AdministratorId },
): Promise<Invited> {
  const canonical = canonicalEmail(email);
  if (await findCredentialsByEmail.first(tx, { email: canonical })) throw validationFailed([takenAddress(email)]);
  await revokeInvitationsTo.run(tx, { tenant_id: tenantId, email: canonical });
  const token = newSessionToken();
  const { invitation_id: invitationId } = await insertInvitation.one(tx, {
    ...{ tenant_id: tenantId, email, role, administrator_id: by, token_hash: hashSessionToken(token) },
  });
  await setInvitedProjects(tx, tenantId, { invitationId, projectIds });
  return { invitationId, token };
}
