import type { Tx } from '../database/connect.ts';
import type { SignedIn } from '../platform/caller.ts';
import type { AdministratorId, TenantId } from '../platform/ids.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { forgetProofs } from './credentials/log-in-attempts.ts';
import { lockProvenByCode, type ProvenPassword } from './credentials/prove-password.ts';
import { deleteRecoveryCodes, makeRecoveryCodes } from './credentials/recovery-codes.ts';
import { newTotpKey, otpauthUri, stepOfCode, toBase32 } from './credentials/totp.ts';
import { openTotpKey, sealTotpKey } from './credentials/totp-secret.ts';
import { type Credentials, lockCredentials, updateTotp } from './queries.ts';
import { endOtherSessions } from './sessions/end-sessions.ts';

//  none ──begin──► candidate ──confirm──► asked for at every log-in ──remove──► none
//
// A second factor stays in force until another one is confirmed, so an app that was set up wrong locks no administrator out.
// Replacing or removing it takes a code from it or a recovery code, so a stolen password is not enough to get rid of it.

/** The key is only in this answer. */
type BegunTotp = { secret: string; otpauth_uri: string };

export async function beginTotp(
  tx: Tx,
  tenantId: TenantId,
  proven: ProvenPassword,
  box: SecretBox,
): Promise<BegunTotp> {
  const before = await lockProvenByCode(tx, tenantId, proven);
  const { administratorId } = proven;
  const key = newTotpKey();
  await updateTotp.run(tx, { ...before, totp_candidate: sealTotpKey(box, { tenantId, administratorId }, key) });
  return { secret: toBase32(key), otpauth_uri: otpauthUri(key, before.email) };
}

/** Returns the recovery codes, which are only in this answer. */
export async function confirmTotp(
  tx: Tx,
  tenantId: TenantId,
  { administratorId, sessionId }: Pick<SignedIn, 'administratorId' | 'sessionId'>,
  { code, box, now = Date.now() }: { code: string; box: SecretBox; now?: number },
): Promise<string[]> {
  const before = await locked(tx, tenantId, administratorId);
  const { totp_candidate } = before;
  if (totp_candidate === null) throw validationFailed([notBegun]);
  const step = stepOfCode(openTotpKey(box, { tenantId, administratorId }, totp_candidate), code, now);
  if (step === undefined) throw validationFailed([wrongCode]);
  await updateTotp.run(tx, { ...before, totp_secret: totp_candidate, totp_candidate: null, totp_step: step });
  // A thief's session, begun with the password alone, would outlive the second factor that is to keep the thief out.
  await endOtherSessions(tx, tenantId, { administratorId, sessionId });
  await forgetProofs(tx, { kind: 'proof', tenantId, administratorId });
  return makeRecoveryCodes(tx, { tenantId, administratorId });
}

/** Replaces the recovery codes. It takes a code too, or a stolen password would be a way to get codes. */
export async function renewRecoveryCodes(tx: Tx, tenantId: TenantId, proven: ProvenPassword): Promise<string[]> {
  const { totp_secret } = await lockProvenByCode(tx, tenantId, proven);
  if (totp_secret === null) throw validationFailed([notOn]);
  return makeRecoveryCodes(tx, { tenantId, administratorId: proven.administratorId });
}

export async function removeTotp(tx: Tx, tenantId: TenantId, proven: ProvenPassword): Promise<void> {
  const before = await lockProvenByCode(tx, tenantId, proven);
  await updateTotp.run(tx, { ...before, totp_secret: null, totp_candidate: null });
  await deleteRecoveryCodes(tx, { tenantId, administratorId: proven.administratorId });
}

async function locked(tx: Tx, tenantId: TenantId, administratorId: AdministratorId): Promise<Credentials> {
  const credentials = await lockCredentials.first(tx, { tenant_id: tenantId, administrator_id: administratorId });
  if (!credentials) throw new Error('Who is signed in is no administrator any more.');
  return credentials;
}

const notBegun: Detail = {
  field: 'code',
  code: 'not_begun',
  message: 'Two-factor setup has not been started. Start it with POST /session/totp first.',
};
const notOn: Detail = {
  field: 'password',
  code: 'not_begun',
  message: 'Two-factor authentication is off. Turn it on first: this returns recovery codes.',
};
const wrongCode: Detail = {
  field: 'code',
  code: 'invalid_totp_code',
  message: 'code is wrong. Check the clock of your device, and send the next code that the app shows.',
};
