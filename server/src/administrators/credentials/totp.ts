import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// Codes of RFC 6238 with the defaults of authenticator apps: HMAC-SHA-1, 30 seconds, six digits.

const period = 30;
const digits = 6;
/** Clocks differ and people type slowly: the previous and the next code are accepted too. */
const tolerance = 1;
/** RFC 4226, section 4: 160 bits. */
const keyLength = 20;

export const newTotpKey = () => randomBytes(keyLength);

/** HOTP of RFC 4226, section 5.3. */
export function totpCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return `${number % 10 ** digits}`.padStart(digits, '0');
}

export const stepAt = (now: number) => Math.floor(now / 1_000 / period);

/** The step that a code belongs to, or undefined. The caller must check that no code of that step was used before. */
export function stepOfCode(key: Buffer, code: string, now: number): number | undefined {
  const typed = Buffer.from(code.replace(/\s/g, ''));
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, i) => stepAt(now) - tolerance + i);
  return steps.find((step) => {
    const right = Buffer.from(totpCode(key, step));
    return typed.length === right.length && timingSafeEqual(typed, right);
  });
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Base32 of RFC 4648, the form in which people type keys into apps. A key has a multiple of five bytes, so there is no padding.
 */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (five) => alphabet.charAt(Number.parseInt(five, 2)));
}

/** The content of the QR code that an app scans: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function otpauthUri(key: Buffer, email: string): string {
  const label = `Trunkline:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${toBase32(key)}&issuer=Trunkline&algorithm=SHA1&digits=${digits}&period=${period}`;
}
