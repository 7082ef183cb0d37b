import { readFileSync } from 'node:fs';
import { type FaultCode, faultMeanings } from '../../platform/fault-codes.ts';
import { type ProblemCode, problem } from '../../platform/problem.ts';
import { asMarkdown } from './errors.ts';

/** A text of this folder, with the tables in place of their names in braces. */
export function introductionOf(file: string, tables: Record<string, string>): string {
  const text = readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
  return text.replace(/^\{\{(\w+)\}\}$/gm, (_, name: string) => tables[name] ?? '');
}

export function errorTable(codes: ProblemCode[]): string {
  const refusals = codes.map((code) => problem(code)).sort((a, b) => a.status - b.status);
  return table(
    ['Status', 'Code', 'Message'],
    refusals.map(({ status, code, message }) => [`${status}`, `\`${code}\``, asMarkdown(message)]),
  );
}

export const faultTable = (codes: FaultCode[]) =>
  table(
    ['Code', 'Meaning'],
    codes.toSorted().map((code) => [`\`${code}\``, faultMeanings[code]]),
  );

export const table = (titles: string[], rows: string[][]) =>
  [titles, titles.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
