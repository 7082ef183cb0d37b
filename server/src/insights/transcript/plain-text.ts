/** Invisible, but words of some scripts and joined pictures are not the same without them. */
const joiners = '\\u200c\\u200d';
const invisible = new RegExp(`(?![${joiners}])\\p{Cf}`, 'gu');

/** Whatever an engine says, as one line of text that can be shown and stored; empty where there is nothing to see. */
export function plainText(text: string): string {
  const line = text
    .toWellFormed()
    .replace(invisible, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return /[^\s\p{Cf}]/u.test(line) ? line : '';
}
