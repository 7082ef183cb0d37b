import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { forgetAllAttempts } from './credentials/log-in-attempts.ts';
import { existingAdministrator } from './existing-administrator.ts';
import { updatePassword, updateTotp } from './queries.ts';
import { endAllSessions } from './sessions/end-sessions.ts';

/**
 * For an administrator who has lost the password, and perhaps the phone with the authenticator app. The new password
 * (`makePassword`) has to be changed at the next log-in. All sessions end.
 */
export async function resetPassword(
  tx: Tx,
  tenantId: TenantId,
  wanted: { email: string; totp: 'keep' | 'remove'; passwordHash: string },
): Promise<void> {
  const email = wanted.email.trim();
  const found = await existingAdministrator(tx, tenantId, email);
  const { administrator_id } = found;
  const key = { tenant_id: tenantId, administrator_id };
  await updatePassword.run(tx, { ...key, password_hash: wanted.passwordHash, must_change_password: true });
  if (wanted.totp === 'remove') await updateTotp.run(tx, { ...found, totp_secret: null, totp_candidate: null });
  await endAllSessions(tx, tenantId, administrator_id);
  await forgetAllAttempts(tx, email, { tenantId, administratorId: administrator_id });
}
