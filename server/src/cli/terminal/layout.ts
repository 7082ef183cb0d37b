// Text in the columns of a terminal.

/** Chinese characters, kana, Hangul and emoji take two columns. */
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/gu;
const unseen = /\p{Mn}/gu;

export function widthOf(text: string): number {
  const seen = text.replace(unseen, '');
  return [...seen].length + (seen.match(wide)?.length ?? 0);
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** The text, or its beginning and an ellipsis. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (widthOf(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Breaks a text between words. A word that is longer than a line stays whole, so that it can be copied. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Lines of a term and its explanation, which continues below itself. */
export function explained(terms: [string, string][], width: number): string {
  const indent = 2 + Math.min(24, Math.max(...terms.map(([term]) => widthOf(term)))) + 2;
  return terms
    .map(([term, meaning]) => {
      const lines = wrap(meaning, width - indent);
      const isLong = widthOf(term) > indent - 4;
      const first = isLong ? `  ${term}\n${' '.repeat(indent)}` : pad(`  ${term}`, indent);
      return `${first}${lines.join(`\n${' '.repeat(indent)}`)}\n`;
    })
    .join('');
}
