import { createHash, randomInt } from 'node:crypto';
import type { StaffId, TenantId } from '../platform/ids.ts';
import type { SecretBox } from '../platform/secret-box.ts';

// Phones prove their password by digests (RFC 3261, section 22). A telephone system needs not the password for that but HA1,
// the digest of name, realm and password. HA1 is valid for this realm only, and is stored encrypted.

export const sipRealm = 'trunkline';

type AccountRef = { tenantId: TenantId; staffId: StaffId };
type Credentials = { username: string; password: string };

const contextOf = ({ tenantId, staffId }: AccountRef) => `sip_account/${tenantId}/${staffId}`;

const digest = ({ username, password }: Credentials) =>
  createHash('md5').update(`${username}:${sipRealm}:${password}`).digest('hex');

export const sealDigest = (box: SecretBox, account: AccountRef, credentials: Credentials) =>
  box.seal(digest(credentials), contextOf(account));

export const openDigest = (box: SecretBox, account: AccountRef, sealed: Buffer) => box.open(sealed, contextOf(account));

/** Letters and digits that are not easily confused: people type the password into telephones. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** 24 of 31 characters are 118 bits, which scanners cannot guess. */
export const newSipPassword = () =>
  Array.from({ length: 24 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
