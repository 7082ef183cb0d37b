import type { Readable } from 'node:stream';

/** Passes on whole lines only, so that lines of several processes do not mix. */
export function passWholeLines(from: Readable, write: (lines: string) => void): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
  // A process that was killed may leave half a line.
  from.on('end', () => {
    if (rest !== '') write(`${rest}\n`);
  });
}
