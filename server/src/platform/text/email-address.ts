import { codePoints, hasForbiddenCharacters } from './well-formed.ts';

/** What an e-mail address is here: no more is certain of one before a letter has arrived. */
export const emailRule = {
  pattern: '^[^\\s@]+@[^\\s@]+$',
  maxLength: 254,
  form: 'an e-mail address such as taro@example.com',
} as const;

const form = new RegExp(emailRule.pattern);

/**
 * The one form in which an address that is signed in with is looked up and counted. It is what `lower(email collate "C")` is in
 * the database, whatever its locale: other letters than A to Z have rules for their case that differ from place to place.
 */
export const canonicalEmail = (email: string) => email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export function isEmailAddress(text: string): boolean {
  return form.test(text) && codePoints(text) <= emailRule.maxLength && !hasForbiddenCharacters(text);
}
