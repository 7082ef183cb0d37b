import type { Database, Tx } from '../database/connect.ts';
import type { AdministratorId } from '../platform/ids.ts';
import { problem, validationFailed } from '../platform/problem.ts';
import { canonicalEmail } from '../platform/text/email-address.ts';
import { createAdministrator, takenAddress } from './create-administrator.ts';
import {
  findInvitationByToken,
  type InvitationRow,
  lockInvitation,
  lockInviter,
  markAccepted,
} from './invitation-queries.ts';
import { findCredentialsByEmail, updatePassword } from './queries.ts';
import type { SessionClient } from './sessions/session-client.ts';
import { hashSessionToken } from './sessions/session-token.ts';
import { type StartedSession, startSession } from './sessions/start-session.ts';

//  pending ──accept──► used
//     ├──revoke, or the inviter loses the role──► revoked
//     └──72 hours──► expired

/**
 * The invitation that a link belongs to, or the reason why it can no longer be accepted. An address that is taken meanwhile is
 * refused before a password is hashed, which costs more than anybody without a session may have for nothing.
 */
export async function openInvitation(db: Database, token: string): Promise<InvitationRow> {
  const found = await findInvitationByToken.first(db, { token_hash: hashSessionToken(token) });
  if (!found) throw problem('invitation_unknown');
  const { email } = pending(found);
  if (await findCredentialsByEmail.first(db, { email: canonicalEmail(email) }))
    throw validationFailed([takenAddress(email)]);
  return found;
}

type Accepted = StartedSession & { administratorId: AdministratorId };

/** Of two requests with one link at the same moment, the second one waits here and finds the link used. */
export async function acceptInvitation(
  tx: Tx,
  opened: InvitationRow,
  { passwordHash, client }: { passwordHash: string; client: SessionClient },
): Promise<Accepted> {
  const { tenant_id, invitation_id, administrator_id: inviter } = opened;
  // Administrators before invitations, as a revocation does: this avoids deadlock.
  await lockInviter.run(tx, { tenant_id, administrator_id: inviter });
  const now = await lockInvitation.first(tx, { tenant_id, invitation_id });
  if (!now) throw problem('invitation_unknown');
  const { email, role, project_ids: projectIds } = pending(now);
  const administratorId = await createAdministrator(tx, tenant_id, { email, role, projectIds, passwordHash });
  // The person chose the password, so it need not be changed.
  const key = { tenant_id, administrator_id: administratorId };
  await updatePassword.run(tx, { ...key, password_hash: passwordHash, must_change_password: false });
  await markAccepted.run(tx, { tenant_id, invitation_id });
  return { administratorId, ...(await startSession(tx, tenant_id, administratorId, client)) };
}

function pending(invitation: InvitationRow): InvitationRow {
  if (invitation.is_accepted) throw problem('invitation_used');
  if (invitation.is_revoked) throw problem('invitation_revoked');
  if (invitation.is_expired) throw problem('invitation_expired');
  return invitation;
}
