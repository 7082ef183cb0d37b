// Prints the result of a command, for a person or for a program.

type Cell = string | number | boolean | null | Date | readonly (string | number)[];
type Facts = Record<string, Cell>;

export type Output =
  /** One thing. The note is for people only. */
  | { facts: Facts; note?: string }
  /** Many of a kind; `none` is the text for people if there are none. */
  | { rows: Facts[]; none: string; exitCode?: number };

/** One line: an object, or a list of objects. */
export function asJson(output: Output): string {
  return `${JSON.stringify('rows' in output ? output.rows : output.facts)}\n`;
}

export function asTable(output: Output): string {
  if ('facts' in output) {
    const lines = Object.entries(output.facts).map(([name, cell]) => [name, show(cell)]);
    return `${align(lines)}${output.note ? `\n${output.note}\n` : ''}`;
  }
  const [first] = output.rows;
  if (!first) return `${output.none}\n`;
  return align([Object.keys(first), ...output.rows.map((row) => Object.values(row).map(show))]);
}

function show(cell: Cell): string {
  if (cell === null || (Array.isArray(cell) && cell.length === 0)) return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (cell instanceof Date) return cell.toISOString();
  // A tenant's names may hold anything, and control characters can rewrite an operator's screen.
  return String(Array.isArray(cell) ? cell.join(',') : cell).replace(/\p{Cc}/gu, '\ufffd');
}

/** Columns two blanks apart; the last one is not padded. */
function align(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, i) => Math.max(...lines.map((line) => width(line[i] ?? ''))));
  const padded = lines.map((line) =>
    line.map((cell, i) => (i === line.length - 1 ? cell : cell + ' '.repeat((widths[i] ?? 0) - width(cell)))),
  );
  return padded.map((line) => `${line.join('  ')}\n`).join('');
}

/** Chinese characters, kana, Hangul and emoji take two columns of a terminal. */
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/gu;
const unseen = /\p{Mn}/gu;

function width(text: string): number {
  const seen = text.replace(unseen, '');
  return [...seen].length + (seen.match(wide)?.length ?? 0);
}
