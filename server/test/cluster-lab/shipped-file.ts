import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const shipped = join(import.meta.dirname, '../../../deploy/cluster');

/**
 * The text of a file of deploy/cluster with the values filled in, in this order. A value that the file does not ask for is an
 * error: the lab must run what the file says.
 */
export async function fillIn(name: string, values: [blank: string, value: string][]): Promise<string> {
  let text = withoutComments(await readFile(join(shipped, name), 'utf8'));
  for (const [blank, value] of values) {
    // A port is a word of its own.
    const found = new RegExp(/^\d+$/.test(blank) ? `\\b${blank}\\b` : RegExp.escape(blank), 'g');
    const filled = text.replaceAll(found, () => value);
    if (filled === text) throw new Error(`deploy/cluster/${name} has no ${blank} to fill in.`);
    text = filled;
  }
  const left = /CHANGE-ME[A-Z-]*|THIS-[A-Z]+|\b10\.20\.0\.\d+/.exec(text)?.[0];
  if (left) throw new Error(`deploy/cluster/${name} still has ${left}.`);
  return text;
}

/** Comments name blanks too. */
const withoutComments = (text: string) => text.replaceAll(/^\s*#(?!!).*\n/gm, '');

/** The variables of a file that systemd reads as an EnvironmentFile. */
export function variablesOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
