import { type CountryCode, isSupportedCountry as isKnown, parsePhoneNumberFromString } from 'libphonenumber-js/min';
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

// From abroad the zero of `+44 (0)20 7946 0000` is left out and that of `+39 (0)6 1234 5678` is dialed: only the country's
// numbering plan decides.
function readInternational(written: string, dialed: string): string | undefined {
  return written.includes('(0)') ? plan(dialed) : dialed;
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
