// CSV as RFC 4180 has it, and as spreadsheets write it: with semicolons or tabs, a byte order mark, or in Shift_JIS.

/** The text of a file, whose encoding nobody states. What is not UTF-8 is taken for Excel's Japanese one. */
export function decodeCsv(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

/** The rows of a file, without those that are empty. */
export function parseCsv(text: string): string[][] {
  const delimiter = delimiterOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    if (row.some((value) => value.trim() !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text.charAt(at + 1) === '"') field += text.charAt(++at);
      else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === delimiter) endField();
    else if (character === '\n') endRow();
    else if (character !== '\r' || text.charAt(at + 1) !== '\n') field += character === '\r' ? '' : character;
  }
  if (field !== '' || row.length > 0) endRow();
  return rows;
}

/** The one that the first line has most of. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** A byte order mark makes Excel read it as UTF-8. */
export function writeCsv(rows: (string | number | null)[][]): string {
  const lines = rows.map((row) => row.map(writeField).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** A spreadsheet would run a field that begins like a formula, a Japanese one also in full width; one that is a number is none. */
function writeField(value: string | number | null): string {
  const text = String(value ?? '');
  const narrow = text.normalize('NFKC');
  const isFormula = /^[=@\t\r\n]/.test(narrow) || (/^[+-]/.test(narrow) && !/^[+-][\d\s().-]*$/.test(narrow));
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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
