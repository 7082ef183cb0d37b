import { codePoints, hasForbiddenCharacters } from './well-formed.ts';

/** What an e-mail address is here: no more is certain of one before a letter has arrived. */
export const emailRule = {
  pattern: '^[^\\s@]+@[^\\s@]+$',
  maxLength: 254,
  form: 'an e-mail address such as taro@example.com',
} as const;

const form = new RegExp(emailRule.pattern);

export function isEmailAddress(text: string): boolean {
  return form.test(text) && codePoints(text) <= emailRule.maxLength && !hasForbiddenCharacters(text);
}
