import Papa from 'papaparse';

// CSV as RFC 4180 has it, and as spreadsheets write it: with semicolons or tabs, a byte order mark, or in Shift_JIS.

/** The text of a file, whose encoding nobody states. What is not UTF-8 is taken for Excel's Japanese one. */
export function decodeCsv(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

/** Quotes in a wrong place: what belongs to a field cannot be known from there on, and a guess would join rows. */
export class CsvFault extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`The quotes in line ${line} are wrong.`);
    this.line = line;
  }
}

/** The rows of a file, without those that are empty. */
export function parseCsv(text: string): string[][] {
  // The library takes one kind of line break per file, and files that two programs have written have both.
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

/** The one that the first line has most of. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** A byte order mark makes Excel read it as UTF-8; it takes a semicolon for a comma in some countries. */
export function writeCsv(rows: (string | number | null)[][]): string {
  const safe = rows.map((row) => row.map(withoutFormula));
  const lines = Papa.unparse(safe, { newline: '\r\n', quotes: (value) => String(value).includes(';') });
  return `\uFEFF${lines}\r\n`;
}

/** A spreadsheet would run a field that begins like a formula, a Japanese one also in full width; one that is a number is none. */
function withoutFormula(value: string | number | null): string {
  const text = String(value ?? '');
  const narrow = text.normalize('NFKC');
  const isFormula = /^[=@\t\r\n]/.test(narrow) || (/^[+-]/.test(narrow) && !/^[+-][\d\s().-]*$/.test(narrow));
  return isFormula ? `'${text}` : text;
}

/** Hands a file to the person, as if it had been downloaded. */
export function saveFile(name: string, content: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
