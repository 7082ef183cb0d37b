import type { Tx } from '../../database/connect.ts';
import type { Queryable } from '../../database/sql.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { type Credentials, updateTotp } from '../queries.ts';
import { hashRecoveryCode, isRecoveryCode, takeRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';
import { openTotpKey } from './totp-secret.ts';

/** The code that an administrator typed: of the app, or a recovery code, which counts only without one of the app. */
export type TypedFactor = { totpCode?: string | undefined; recoveryCode?: string | undefined };

/** A right code that is not used up yet. */
export type SecondFactor = { kind: 'totp_code'; step: number } | { kind: 'recovery_code'; codeHash: Buffer };

export const kindOf = ({ totpCode, recoveryCode }: TypedFactor): SecondFactor['kind'] | undefined =>
  totpCode ? 'totp_code' : recoveryCode ? 'recovery_code' : undefined;

const ownerOf = ({ tenant_id, administrator_id }: Credentials) => ({
  tenantId: tenant_id,
  administratorId: administrator_id,
});

/** Checks a code without using it up; undefined if it is wrong. The caller has counted the attempt. */
export async function checkFactor(
  db: Queryable,
  credentials: Credentials,
  { totpCode, recoveryCode = '' }: TypedFactor,
  { box, now = Date.now() }: { box: SecretBox; now?: number },
): Promise<SecondFactor | undefined> {
  const owner = ownerOf(credentials);
  if (totpCode && credentials.totp_secret) {
    const step = stepOfCode(openTotpKey(box, owner, credentials.totp_secret), totpCode, now);
    return step === undefined ? undefined : { kind: 'totp_code', step };
  }
  const codeHash = hashRecoveryCode(recoveryCode);
  return (await isRecoveryCode(db, owner, codeHash)) ? { kind: 'recovery_code', codeHash } : undefined;
}

/**
 * Uses a code up, and returns the changed credentials, or undefined if it was used meanwhile: a code that was seen over a
 * shoulder works only once. The transaction has locked the credentials.
 */
export async function takeFactor(tx: Tx, now: Credentials, factor: SecondFactor): Promise<Credentials | undefined> {
  if (factor.kind === 'recovery_code')
    return (await takeRecoveryCode(tx, ownerOf(now), factor.codeHash)) ? now : undefined;
  if (factor.step <= now.totp_step) return undefined;
  const changed = { ...now, totp_step: factor.step };
  await updateTotp.run(tx, changed);
  return changed;
}
