import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A number as people write it in their own country, such as 03-1234-0000 for +81312340000; undefined for numbers of other
 * countries, and for texts that the server would not read as the same number again.
 */
export function nationalNumber(number: string, country: string): string | undefined {
  const read = (text: string) =>
    parsePhoneNumberFromString(text, { extract: false, defaultCountry: country as CountryCode });
  const found = read(number);
  if (!found?.getPossibleCountries().includes(country as CountryCode)) return undefined;
  const national = found.formatNational();
  return read(national)?.number === found.number ? national : undefined;
}
