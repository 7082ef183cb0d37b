import { cut, pad, widthOf, wrap } from './layout.ts';

// Prints the result of a command, for a person or for a program.

type Cell = string | number | boolean | null | Date | readonly (string | number)[];
type Facts = Record<string, Cell>;

export type Output =
  /** One thing. The note is for people only. */
  | { facts: Facts; note?: string }
  /** Many of a kind. */
  | {
      rows: Facts[];
      /** The columns that people see, if they are not those of the rows; the others are in `--json` and in `show`. */
      table?: Facts[];
      /** A last column of sentences is wrapped, not cut. */
      lastColumn?: 'wraps';
      /** The text for people if there are none. */
      none: string;
      exitCode?: number;
    };

type Format = 'bold' | 'green' | 'yellow' | 'red';

/** The screen that a person looks at. Output to a file or a program has no width: nothing is cut or wrapped there. */
export type Screen = {
  width: number | undefined;
  style: (format: Format, text: string) => string;
};

/** One line: an object, or a list of objects. */
export function asJson(output: Output): string {
  const text = JSON.stringify('rows' in output ? output.rows : output.facts);
  // JSON leaves these control characters as they are, and a terminal may obey them.
  return `${text.replaceAll(/[\u007f-\u009f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`)}\n`;
}

export function asTable(output: Output, screen: Screen): string {
  if ('facts' in output) return `${factLines(output.facts, screen)}${output.note ? `\n${output.note}\n` : ''}`;
  const rows = output.table ?? output.rows;
  const [first] = rows;
  if (!first) return `${output.none}\n`;
  const header = Object.keys(first).map((name) => name.replaceAll('_', ' ').toUpperCase());
  const lines = rows.map((row) => Object.values(row).map(show));
  return table([header, ...lines], screen, output.lastColumn ?? 'cut');
}

/** Values are never cut here: keys and passwords are copied from these lines. */
function factLines(facts: Facts, { style }: Screen): string {
  const width = Math.max(...Object.keys(facts).map(widthOf));
  return Object.entries(facts)
    .map(([name, cell]) => `${style('bold', name)}${' '.repeat(width - widthOf(name))}  ${show(cell)}\n`)
    .join('');
}

function table(lines: string[][], screen: Screen, lastColumn: 'wraps' | 'cut'): string {
  const widths = fittingWidths(lines, screen.width, lastColumn);
  const last = widths.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + gap, 0);
  const body = lines.map((cells, row) => {
    const styled = cells.map((cell, i) => {
      const width = widths[i] ?? 0;
      const fitting = i === last && lastColumn === 'wraps' ? continued(cell, width, before) : cut(cell, width);
      return i === last ? fitting : pad(fitting, width);
    });
    const header = (cell: string) => screen.style('bold', cell);
    return styled.map(row === 0 ? header : (cell) => colored(cell, screen)).join(' '.repeat(gap));
  });
  return body.map((line) => `${line.trimEnd()}\n`).join('');
}

const gap = 2;
const narrowest = 6;

/** As wide as the cells, unless that is wider than the screen: then the widest columns become narrower. */
function fittingWidths(lines: string[][], screen: number | undefined, lastColumn: 'wraps' | 'cut'): number[] {
  const widths = (lines[0] ?? []).map((_, i) => Math.max(...lines.map((line) => widthOf(line[i] ?? ''))));
  if (screen === undefined) return widths;
  const excess = () => widths.reduce((sum, width) => sum + width + gap, -gap) - screen;
  const shrinking = lastColumn === 'wraps' ? [widths.length - 1] : widths.keys().toArray();
  while (excess() > 0) {
    const widest = shrinking.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a));
    if ((widths[widest] ?? 0) <= narrowest) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function continued(text: string, width: number, indent: number): string {
  return wrap(text, Math.max(width, narrowest)).join(`\n${' '.repeat(indent)}`);
}

const colors: Record<string, Format> = { ok: 'green', warn: 'yellow', fail: 'red' };

function colored(cell: string, { style }: Screen): string {
  const color = colors[cell.trimEnd()];
  return color ? style(color, cell) : cell;
}

function show(cell: Cell): string {
  if (cell === null || (Array.isArray(cell) && cell.length === 0)) return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (cell instanceof Date) return shortTime(cell);
  // A tenant's names may hold anything, and control characters can rewrite an operator's screen.
  return String(Array.isArray(cell) ? cell.join(',') : cell).replace(/\p{Cc}/gu, '\ufffd');
}

/** Such as 2026-11-16 09:30, in the time zone of this machine, as in `listen`. */
function shortTime(time: Date): string {
  return time.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}
