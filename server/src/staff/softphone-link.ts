import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../database/connect.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { setSoftphoneLink, useSoftphoneLink } from './queries.ts';
import { openDigest } from './sip-digest.ts';

//  created ──a softphone reads it──► used
//     ├──10 minutes, or the staff member is deactivated──► refused
//     └──a new password──► replaced

/** Outside of the API: a softphone that has no account yet follows the link. Short, so that the QR code stays coarse. */
export const softphonePath = '/softphone';

/** The token is only in this answer. 256 random bits are too many to guess, so a plain hash is enough. */
export async function createSoftphoneLink(tx: Tx, tenantId: TenantId, staffId: StaffId, origin: string) {
  const token = randomBytes(32).toString('base64url');
  const key = { tenant_id: tenantId, staff_id: staffId };
  const { link_expires_at } = await setSoftphoneLink.one(tx, { ...key, link_hash: hashOf(token) });
  return { softphone_link: `${origin}${softphonePath}/${token}`, softphone_link_expires_at: link_expires_at };
}

/** An account as a softphone needs it. HA1 stands for the password, which is not stored. */
export type SoftphoneAccount = { name: string; username: string; ha1: string };

/** Uses up the link. Undefined if it is unknown, used, replaced or expired. */
export async function openSoftphoneLink(tx: Tx, box: SecretBox, token: string): Promise<SoftphoneAccount | undefined> {
  const found = await useSoftphoneLink.first(tx, { link_hash: hashOf(token) });
  if (!found) return undefined;
  const { tenant_id: tenantId, staff_id: staffId, name, username, ha1 } = found;
  return { name, username, ha1: openDigest(box, { tenantId, staffId }, ha1) };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
