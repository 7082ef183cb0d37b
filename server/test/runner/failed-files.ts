import type { TestEvent } from 'node:test/reporters';

/** A test file with a failed test, and when its process ran (ms since 1970). The file is empty for a failure outside of any file. */
export type FailedFile = { file: string; from: number; to: number };

/** A reporter for `node --test`: each failed file as a line of JSON. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const runs = new Map<string, FailedFile>();
  const failed = new Set<FailedFile>();
  for await (const { type, data } of events) {
    const { file = '' } = (data ?? {}) as { file?: string };
    const now = Date.now();
    const run = runs.get(file) ?? { file, from: now, to: now };
    // A file is queued long before its process starts.
    if (type !== 'test:enqueue') runs.set(file, Object.assign(run, { to: now }));
    if (type === 'test:fail') failed.add(run);
  }
  for (const run of failed) yield `${JSON.stringify(run)}\n`;
}
