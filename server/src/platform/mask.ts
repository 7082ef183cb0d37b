/** The only form in which a telephone number leaves the system, except in the detail of one call: `819*****5678`. */
export function maskNumber(number: string): string {
  const digits = [...number.replace(/\P{Nd}/gu, '')]; // Digits of any script.
  if (digits.length === 0) return number; // For example an anonymous caller.
  const shownFirst = digits.length > 7 ? 3 : 0;
  const shownLast = digits.length > 4 ? 4 : 0;
  const hidden = digits.length - shownFirst - shownLast;
  return digits.fill('*', shownFirst, shownFirst + hidden).join('');
}

/**
 * Masks text that looks like a telephone number or a secret: the last safety net for log lines and error messages. A short
 * plain number looks like any id and stays, so known telephone numbers go through maskNumber.
 */
export function maskText(text: string): string {
  return maskNumbers(maskSecrets(text));
}

function maskSecrets(text: string): string {
  return text
    .replace(/(tl_(?:test|live)_|whsec_)[\w+/=-]+/g, '$1***')
    .replace(/(bearer\s+)[^\s",]+/gi, '$1***')
    .replace(/(:\/\/[^\s"/?#:@]*:)[^\s"/?#]*@/g, '$1***@');
}

function maskNumbers(text: string): string {
  return text.replace(keptOrNumber, (match, number?: string) =>
    number === undefined ? match : maskNumber(number.replace(percentEscapes, '')),
  );
}

// Timestamps, addresses and ids that operators need, which would otherwise match as numbers below.
const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
export const ipv4 = String.raw`${octet}(?:\.${octet}){3}`;
const kept = [
  // The id of a trace; see `tracing/trace-context.ts`.
  String.raw`(?<="trace_id":")[\da-f]{32}(?=")`,
  String.raw`(?<![A-Za-z\d])[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}`,
  String.raw`(?<!\w)(?:19|20)\d\d-[01]\d-[0-3]\d(?!\d)(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?`,
  String.raw`(?<![\w.])${ipv4}(?!\w|\.\d)`,
  // Unix time in seconds or milliseconds, from 2020 to 2033.
  String.raw`(?<!\w)1[6-9]\d{8}(?:\d{3})?(?!\w)`,
  // A decimal fraction such as a response time.
  String.raw`(?<![\w.])(?:0|[1-9]\d*)\.\d+(?![\w-]|\.\d)`,
].join('|');

const percentEscapes = /%2[0Bb]/g;

// Separators between two digits of one number, also in a query string. A blank ends the number if a kept pattern begins there.
const gap = String.raw`(?:[.+-]|\)[ -]?| ?\(|%20| (?!${kept}))?`;

// Every repetition that could backtrack is bounded, so hostile text costs time linear in its length.
const numbers = [
  String.raw`(?:\+|%2[Bb])\(?[1-9](?:${gap}\d){6,24}(?!\d)`,
  String.raw`(?<!\w)(?:0\d|\(\d{2,5}\))(?:${gap}\d){7,24}(?!\w)`,
  String.raw`(?<!\w)\d(?:[.-]?\d){9,24}(?!\w)`,
].join('|');

const keptOrNumber = new RegExp(`${kept}|(${numbers})`, 'g');
