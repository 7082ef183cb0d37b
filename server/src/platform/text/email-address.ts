import { codePoints, hasForbiddenCharacters } from './storable-text.ts';

/** The rule for e-mail addresses: only a delivered message could prove more. */
export const emailRule = {
  pattern: '^[^\\s@]+@[^\\s@]+$',
  maxLength: 254,
  form: 'an email address such as taro@example.com',
} as const;

const form = new RegExp(emailRule.pattern);

/**
 * The one form in which login addresses are looked up and counted. It equals `lower(email collate "C")` in the database,
 * whatever its locale: the case rules of letters other than A to Z depend on the locale.
 */
export const canonicalEmail = (email: string) => email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export function isEmailAddress(text: string): boolean {
  return form.test(text) && codePoints(text) <= emailRule.maxLength && !hasForbiddenCharacters(text);
}
