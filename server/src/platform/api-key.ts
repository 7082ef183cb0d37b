import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type KeyKind = 'test' | 'live';

//  tl_test_  <43 characters: 32 random bytes>  <6 characters: CRC32 of all before>
//
// The checksum lets secret scanners distinguish a key from a lookalike, and keeps badly copied keys away from the database.
const form = /^tl_(test|live)_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/;
const checksumLength = 6;

export function newApiKey(kind: KeyKind): string {
  const secret = BigInt(`0x${randomBytes(32).toString('hex')}`);
  const unchecked = `tl_${kind}_${base62(secret, 43)}`;
  return unchecked + checksum(unchecked);
}

/**
 * Returns the kind of a key and the hash under which it is stored, or undefined if it was never a key of ours. The hash is
 * computed even then, so that the time of a refusal does not reveal how well-formed a guess was.
 */
export function readApiKey(text: string): { kind: KeyKind; hash: string } | undefined {
  const hashed = hashApiKey(text);
  const kind = form.exec(text)?.[1] as KeyKind | undefined;
  const unchecked = text.slice(0, -checksumLength);
  if (kind === undefined || checksum(unchecked) !== text.slice(-checksumLength)) return undefined;
  return { kind, hash: hashed };
}

/**
 * The hash under which a key is stored and cached. Plain SHA-256 is enough: 256 random bits cannot be brute-forced, so a slow
 * hash would gain nothing.
 */
export function hashApiKey(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The part of a key that may be shown forever, enough to distinguish it from others: `tl_test_…aB3x`. */
export function apiKeyHint(key: string): string {
  return `${key.slice(0, 'tl_test_'.length)}…${key.slice(-4)}`;
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

function base62(value: bigint, width: number): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = alphabet.charAt(Number(rest % 62n)) + digits;
  return digits.padStart(width, '0');
}
