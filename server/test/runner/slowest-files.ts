import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const shown = 10;

/** A reporter for `node --test`: the files that took longest, in seconds, from the start of their process to its end. */
export default async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: { file: string; seconds: number }[] = [];
  for await (const { type, data } of events)
    if (type === 'test:summary' && data.file !== undefined)
      files.push({ file: relative(process.cwd(), data.file), seconds: data.duration_ms / 1_000 });
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, shown);
  if (files.length <= 1) return;
  yield `The slowest of ${files.length} files:\n`;
  for (const { file, seconds } of slowest) yield `${seconds.toFixed(1).padStart(7)} s  ${file}\n`;
}
