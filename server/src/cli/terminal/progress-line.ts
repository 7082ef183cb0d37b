import type { Progress } from '../../backup/manifest.ts';
import type { Terminal } from './command.ts';

const leastMs = 200;

/** A line that is written again and again, for a person at a terminal; nothing goes to a file or a program. */
export function progressLine({ screen: { width }, err }: Terminal): Disposable & { show(text: string): void } {
  let shownAt = 0;
  const write = (text: string) => err(`\r${text.slice(0, (width ?? 0) - 1)}\u001b[K`);
  return {
    show(text) {
      if (width === undefined || Date.now() - shownAt < leastMs) return;
      shownAt = Date.now();
      write(text);
    },
    [Symbol.dispose]() {
      if (shownAt > 0) write('');
    },
  };
}

export const copiedTables = ({ table, done, tables, bytes }: Progress) =>
  `Table ${done + 1} of ${tables}, ${table}: ${Math.round(bytes / 1e6)} MB so far`;

export const copiedRecordings = ({ recordings }: { recordings: number }) => `${recordings} recordings copied`;
