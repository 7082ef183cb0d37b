import { parsePhoneNumber } from '../../platform/phone-number.ts';

// Numbers as carriers write them: `+81312345678`, `0081312345678`, `81312345678`, or in national format.

export type Reading = {
  number: string;
  /** The country whose dialing format this reading assumes; null for an international format. */
  country: string | null;
};

/** All possible readings of a number, the likeliest first. */
export function readingsOf(text: string, countries: string[]): Reading[] {
  if (text.startsWith('+')) return reading(text, null);
  return [
    ...(text.startsWith('00') ? reading(`+${text.slice(2)}`, null) : []),
    ...countries.flatMap((country) => reading(text, country)),
    ...reading(`+${text}`, null),
  ];
}

function reading(text: string, country: string | null): Reading[] {
  const number = parsePhoneNumber(text, country);
  return number === undefined ? [] : [{ number, country }];
}

/** Replaces the number of a caller who withholds it. Carriers write that in many ways. */
export const anonymous = 'anonymous';

/** The caller's number as shown to users: as it arrived if it is a number, otherwise `anonymous`. */
export const shownNumber = (text: string) => (/^\+?[\d-]{3,20}$/.test(text) ? text : anonymous);
