import type { Detail } from '../../api/problem.ts';

/** A line of a list: a number, and a reason after a comma. */
export type Line = { at: number; text: string; number: string; reason: string | null };
/** Names the field of the API, so that faults of a line have the same texts as those of the server. */
export type Fault = Pick<Detail, 'field' | 'code'>;
export type FaultyLine = { line: Line; fault: Fault };
type ReadLines = { lines: Line[]; faulty: FaultyLine[] };

const mostReason = 255;
/** The title that spreadsheets have above the numbers. */
const title = /^(?=.)((tele)?phone|tel|mobile|電話|携帯|携帯電話)?[ _]?(number|番号)?$/i;

/**
 * Reads a list, line by line. Empty lines and a first line with titles are skipped. A line that the server has refused is faulty
 * until it is changed.
 */
export function readLines(text: string, refused: ReadonlyMap<string, Fault> = new Map()): ReadLines {
  const read: ReadLines = { lines: [], faulty: [] };
  for (const [at, written] of text.split(/\r\n?|\n/).entries()) {
    if (/^[\s,;"]*$/.test(written)) continue;
    const line = readLine(written, at + 1);
    if (at === 0 && title.test(line.number)) continue;
    const fault = faultOf(line) ?? refused.get(line.text);
    if (fault) read.faulty.push({ line, fault });
    else read.lines.push(line);
  }
  return read;
}

/** Spreadsheets separate by commas, semicolons or tabs, and quote; Japanese keyboards have commas of their own. */
function readLine(text: string, at: number): Line {
  const [, number = '', rest = ''] = /^([^,;\t，、]*)[,;\t，、]?(.*)$/su.exec(text.replace(/^\uFEFF/, '')) ?? [];
  const reason = unquoted(rest.trim().replace(/[,;\t]+$/, ''));
  return { at, text, number: unquoted(number.trim()), reason: reason || null };
}

const unquoted = (cell: string) => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell);

function faultOf({ number, reason }: Line): Fault | undefined {
  if (!isLikeNumber(number)) return { field: 'number', code: 'invalid_format' };
  return [...(reason ?? '')].length > mostReason ? { field: 'reason', code: 'too_long' } : undefined;
}

/** Finds the lines that are certainly no number. Only the server knows the numbers of the tenant's country. */
function isLikeNumber(number: string): boolean {
  const dialed = number.normalize('NFKC').replace(/[\s\p{Pd}\u2212ー.()]/gu, '');
  return /^(\+[1-9]\d{6,15}|\d{3,17})$/.test(dialed);
}
