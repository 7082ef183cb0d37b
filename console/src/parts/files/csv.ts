import Papa from 'papaparse';

// CSV as in RFC 4180, and as spreadsheets write it: with semicolons or tabs, a byte order mark, in Shift_JIS or UTF-16.

/** The file is no text: a picture, or a workbook. */
export class NoTextFault extends Error {}

/**
 * Decodes a file whose encoding only a byte order mark states, as for Excel's "Unicode text" (UTF-16). If it is not UTF-8
 * either, it is taken for Shift_JIS, as Excel writes Japanese.
 */
export function decodeCsv(bytes: ArrayBuffer): string {
  const all = new Uint8Array(bytes);
  const [first, second] = all;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (all.includes(0)) throw new NoTextFault('The file has zero bytes.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

/** Quotes in a wrong place: from there on the fields cannot be determined, and a guess would join rows. */
export class CsvFault extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`The quotes in line ${line} are wrong.`);
    this.line = line;
  }
}

/** The rows of a file, without empty ones. */
export function parseCsv(text: string): string[][] {
  // The library takes one kind of line break per file, but files written by two programs have both.
  const lines = text.replace(/\r\n?/g, '\n');
  const { data, errors } = Papa.parse<string[]>(lines, {
    delimiter: delimiterOf(lines),
    newline: '\n',
    skipEmptyLines: 'greedy',
  });
  const fault = errors.find(({ type }) => type === 'Quotes');
  if (fault) throw new CsvFault(lines.slice(0, fault.index).split('\n').length);
  return data;
}

/** The delimiter that is most frequent in the first line. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/**
 * The byte order mark makes Excel read it as UTF-8. In some countries Excel takes a semicolon for a comma, so those are quoted.
 */
export function writeCsv(rows: (string | number | null)[][]): string {
  const safe = rows.map((row) => row.map(withoutFormula));
  const lines = Papa.unparse(safe, { newline: '\r\n', quotes: (value) => String(value).includes(';') });
  return `\uFEFF${lines}\r\n`;
}

/** A spreadsheet would run a field that begins like a formula, a Japanese one also in full width. A number is not a formula. */
function withoutFormula(value: string | number | null): string {
  const text = String(value ?? '');
  const narrow = text.normalize('NFKC');
  const isFormula = /^[=@\t\r\n]/.test(narrow) || (/^[+-]/.test(narrow) && !/^[+-][\d\s().-]*$/.test(narrow));
  return isFormula ? `'${text}` : text;
}

/** Saves a file on the person's machine, like a download. */
export function saveFile(name: string, content: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
