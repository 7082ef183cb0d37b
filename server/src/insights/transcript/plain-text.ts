/** Invisible, but words of some scripts and combined emoji change without them. */
const joiners = '\\u200c\\u200d';
const invisible = new RegExp(`(?![${joiners}])\\p{Cf}`, 'gu');

/** An engine's answer as one line of text that can be shown and stored; empty if nothing in it is visible. */
export function plainText(text: string): string {
  const line = text
    .toWellFormed()
    .replace(invisible, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return /[^\s\p{Cf}]/u.test(line) ? line : '';
}
