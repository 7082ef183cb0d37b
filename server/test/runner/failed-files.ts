import type { TestEvent } from 'node:test/reporters';

/** A reporter for `node --test`: the files with a failed test, one a line; an empty line for a failure outside of any file. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>();
  for await (const { type, data } of events) if (type === 'test:fail') files.add(data.file ?? '');
  for (const file of files) yield `${file}\n`;
}
