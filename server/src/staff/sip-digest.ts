import { createHash, randomInt } from 'node:crypto';
import type { StaffId, TenantId } from '../platform/ids.ts';
import type { SecretBox } from '../platform/secret-box.ts';

// Phones prove that they know a password by digests (RFC 3261, section 22). What a telephone system must have for that is not
// the password but HA1, the digest of name, realm and password; it serves at this one place alone, and is kept encrypted.

export const sipRealm = 'trunkline';

type AccountRef = { tenantId: TenantId; staffId: StaffId };
type Credentials = { username: string; password: string };

const contextOf = ({ tenantId, staffId }: AccountRef) => `sip_account/${tenantId}/${staffId}`;

const digest = ({ username, password }: Credentials) =>
  createHash('md5').update(`${username}:${sipRealm}:${password}`).digest('hex');

export const sealDigest = (box: SecretBox, account: AccountRef, credentials: Credentials) =>
  box.seal(digest(credentials), contextOf(account));

export const openDigest = (box: SecretBox, account: AccountRef, sealed: Buffer) => box.open(sealed, contextOf(account));

/** Letters and digits that are not taken for each other: it is typed into telephones. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** 24 of 31 characters are 118 bits: nobody guesses them, however many scanners try. */
export const newSipPassword = () =>
  Array.from({ length: 24 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
