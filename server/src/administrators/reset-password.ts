import type { Tx } from '../database/connect.ts';
import type { AdministratorId, TenantId } from '../platform/ids.ts';
import { forgetAllAttempts } from './credentials/log-in-attempts.ts';
import { deleteRecoveryCodes } from './credentials/recovery-codes.ts';
import { revokeInvitationsBy } from './invitation-queries.ts';
import { otherAdministrator } from './other-administrator.ts';
import { type AdministratorRow, updatePassword, updateTotp } from './queries.ts';
import { endAllSessions } from './sessions/end-sessions.ts';

type Reset = {
  administratorId: AdministratorId;
  by: AdministratorId | 'operator';
  totp: 'keep' | 'remove';
  passwordHash: string;
};

/**
 * For an administrator who has lost the password, and perhaps the phone with the authenticator app and the recovery codes. The new password
 * (`makePassword`) has to be changed at the next log-in. All sessions end.
 */
export async function resetPassword(
  tx: Tx,
  tenantId: TenantId,
  { administratorId, by, totp, passwordHash }: Reset,
): Promise<AdministratorRow> {
  const before = await otherAdministrator(tx, tenantId, { administratorId, by });
  const key = { tenant_id: tenantId, administrator_id: administratorId };
  await updatePassword.run(tx, { ...key, password_hash: passwordHash, must_change_password: true });
  if (totp === 'remove') {
    await updateTotp.run(tx, { ...key, totp_secret: null, totp_candidate: null, totp_step: 0 });
    await deleteRecoveryCodes(tx, { tenantId, administratorId });
  }
  await endAllSessions(tx, tenantId, administratorId);
  await revokeInvitationsBy.run(tx, key); // Somebody else may have sent them from a session that has just ended.
  await forgetAllAttempts(tx, before.email, { tenantId, administratorId });
  return { ...before, must_change_password: true, has_totp: before.has_totp && totp === 'keep' };
}
