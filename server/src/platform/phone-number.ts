import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry as isKnown,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import type { Detail } from './problem.ts';

// Japanese keyboards have the long vowel mark where others have the hyphen, and Unicode does not classify the minus sign as a
// dash.
const separators = /[\p{White_Space}\p{Dash_Punctuation}\u2212ー.()]/gu;
const e164 = /^\+[1-9]\d{6,14}$/;
const nationalDigits = /^\d+$/;

/**
 * Reads a telephone number as people write it and returns it as E.164, or undefined if it is none. Numbers are not checked
 * against national numbering plans: fictional and newly opened ones must pass.
 */
export function parsePhoneNumber(text: string, defaultCountry: string | null): string | undefined {
  const written = text.normalize('NFKC');
  const dialed = written.replace(separators, '');
  const number = dialed.startsWith('+') ? readInternational(written, dialed) : readNational(dialed, defaultCountry);
  return number !== undefined && e164.test(number) ? number : undefined;
}

/** The same for a number in a query, where a `+` arrives as a blank. */
export const parseNumberInQuery = (text: string, defaultCountry: string | null) =>
  parsePhoneNumber(text.replace(/^ (?=[1-9])/, '+'), defaultCountry);

/** The fault of a text that cannot be read as a number. */
export function unreadableNumber(field: string, defaultCountry: string | null): Detail {
  const form = defaultCountry
    ? `an international number such as +819012345678, or a national number of ${defaultCountry}`
    : 'an international number that starts with +, such as +819012345678';
  return { field, code: 'invalid_format', message: `${field} must be ${form}.` };
}

/** An ISO 3166-1 alpha-2 code, upper case, of a country whose numbers can be read without `+`. */
export function isSupportedCountry(code: string): code is CountryCode {
  return isKnown(code as CountryCode);
}

/**
 * The countries that an E.164 number may belong to: usually one, even among countries that share a code, such as +1. Several if
 * the area code does not decide; none for non-geographic codes, such as satellites and international premium numbers.
 */
export function countriesOf(e164: string): string[] {
  return parsePhoneNumberFromString(e164, { extract: false })?.getPossibleCountries() ?? [];
}

/**
 * The digits of an E.164 number as people and carriers write it: international, with the prefix 00, and national within its own
 * country. They find numbers that could not be read, because no country was set then. Without the country, the national form
 * may be the number of somebody else: 06 1234 5678 is one in Italy and another in France.
 */
export function writtenDigitsOf(e164: string, country: string | null): string[] {
  const digits = digitsIn(e164);
  const isNational = country !== null && countriesOf(e164).includes(country);
  const national = isNational && parsePhoneNumberFromString(e164, { extract: false })?.formatNational();
  return [...new Set([digits, `00${digits}`, ...(national ? [digitsIn(national)] : [])])];
}

/**
 * The E.164 numbers that a number may mean if it cannot be read, because no country is known: its digits as an international number,
 * also after the exit code of any country (00, 011), and as a national number of each country. A prefix that shows or hides the
 * caller's number does not change who is called.
 */
export function possibleNumbers(text: string): string[] {
  const digits = digitsIn(text);
  return [...new Set([digits, ...withoutPrefix(digits)].flatMap(possibleMeanings))];
}

/** Japan (184, 186), the United Kingdom and Ireland (141, 1470), Australia (1831, 1832). */
const callerIdPrefixes = ['184', '186', '141', '1470', '1831', '1832'];

const withoutPrefix = (digits: string) =>
  callerIdPrefixes.flatMap((prefix) => (digits.startsWith(prefix) ? digits.slice(prefix.length) : []));

function possibleMeanings(digits: string): string[] {
  numberingPlans ??= readNumberingPlans();
  const { exitCodes, prefixes } = numberingPlans;
  const afterExit = exitCodes.flatMap((code) => (code.test(digits) ? digits.replace(code, '') : []));
  const national = prefixes.flatMap(([callingCode, trunkPrefix]) =>
    digits.startsWith(trunkPrefix) ? callingCode + digits.slice(trunkPrefix.length) : [],
  );
  return [digits, ...afterExit, ...national].map((number) => `+${number}`).filter((number) => e164.test(number));
}

/** What people dial in front of a national number, by calling code; elsewhere it is 0 or nothing. */
const trunkPrefixes: Record<string, string> = { 1: '1', 7: '8', 36: '06', 370: '8', 375: '8', 692: '1', 993: '8' };

type NumberingPlans = { exitCodes: RegExp[]; prefixes: [callingCode: string, trunkPrefix: string][] };
let numberingPlans: NumberingPlans | undefined;

function readNumberingPlans(): NumberingPlans {
  const metadata = new Metadata();
  const exitCodes = getCountries().map((country) => {
    metadata.selectNumberingPlan(country);
    return metadata.numberingPlan?.IDDPrefix() ?? '00';
  });
  const callingCodes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));
  return {
    exitCodes: [...new Set(exitCodes)].map((code) => new RegExp(`^(?:${code})`)),
    prefixes: [...callingCodes].flatMap((code) =>
      [...new Set(['', '0', trunkPrefixes[code] ?? '0'])].map((prefix): [string, string] => [code, prefix]),
    ),
  };
}

export const digitsIn = (text: string) => text.normalize('NFKC').replace(/\D/g, '');

// From abroad the zero of `+44 (0)20 7946 0000` is left out and that of `+39 (0)6 1234 5678` is dialed: only the country's
// numbering plan decides. Without a plan it is left out, as in most countries.
function readInternational(written: string, dialed: string): string | undefined {
  return written.includes('(0)') ? (plan(dialed) ?? written.replace('(0)', '').replace(separators, '')) : dialed;
}

// The library knows each country's trunk prefix (`0`, `8`, `06`, none) and international prefix (`010`, `00`). Numbers that it
// refuses are too short or too long for E.164 too, so there is no fallback.
function readNational(dialed: string, country: string | null): string | undefined {
  if (country === null || !isSupportedCountry(country) || !nationalDigits.test(dialed)) return undefined;
  return plan(dialed, country);
}

function plan(dialed: string, defaultCountry?: CountryCode): string | undefined {
  return parsePhoneNumberFromString(dialed, { extract: false, ...(defaultCountry && { defaultCountry }) })?.number;
}
