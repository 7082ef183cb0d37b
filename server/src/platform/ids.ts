import { randomUUIDv7 } from 'node:crypto';

// Crockford's alphabet leaves out I, L, O and U, and is in ASCII order: ids sort as the numbers behind them.
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const plain = '0123456789abcdefghijklmnopqrstuv';

// 26 characters hold 130 bits, so the first one is 7 at most.
const canonical = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** A new id that sorts by the time of its making, to the millisecond. */
export function uuidv7(): string {
  return randomUUIDv7();
}

/** Gives a UUID the form clients see: `encodeId('call', uuid)` is `call_01KA3HDNJ47K45VGPGDPSZXXF4`. */
export function encodeId(prefix: string, uuid: string): string {
  const digits = BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(32)
    .padStart(26, '0');
  return `${prefix}_${translate(digits, plain, crockford)}`;
}

/** Gives the UUID behind an id, or undefined: only what encodeId writes is an id, so one thing has one name. */
export function decodeId(prefix: string, text: string): string | undefined {
  const encoded = text.slice(prefix.length + 1);
  if (!text.startsWith(`${prefix}_`) || !canonical.test(encoded)) return undefined;
  const digits = translate(encoded, crockford, plain);
  // Ten digits are 50 bits, which a number holds exactly.
  const part = (start: number, end: number) => BigInt(Number.parseInt(digits.slice(start, end), 32));
  const value = (part(0, 6) << 100n) | (part(6, 16) << 50n) | part(16, 26);
  return value
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A number as ids are written, and in no other way: not `01`, `+1`, `1.0` or one that a double cannot hold. */
export function readId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

function translate(digits: string, from: string, to: string): string {
  let translated = '';
  for (const digit of digits) translated += to.charAt(from.indexOf(digit));
  return translated;
}
