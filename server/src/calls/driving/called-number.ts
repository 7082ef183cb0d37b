import { parsePhoneNumber } from '../../platform/phone-number.ts';

// Numbers as carriers write them: `+81312345678`, `0081312345678`, `81312345678`, or as one dials within the country.

export type Reading = {
  number: string;
  /** Where it is read so: in a country, or everywhere. */
  country: string | null;
};

/** All that a number may mean, the likeliest first. */
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

/** What stands for the number of a caller who does not show one. Carriers write that in many ways. */
const anonymous = 'anonymous';

/** A caller's number as he is shown: as it came, where it is one. */
export const shownNumber = (text: string) => (/^\+?[\d-]{3,20}$/.test(text) ? text : anonymous);
