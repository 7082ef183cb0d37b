/** Whether a text has a NUL or an unpaired surrogate: PostgreSQL stores neither as text. */
export function hasForbiddenCharacters(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/** The length as people and PostgreSQL count it: an emoji is one and not two. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
