import { codeOf } from '../platform/error-code.ts';
import { Problem } from '../platform/problem.ts';
import type { Database } from './connect.ts';

// Whether PostgreSQL has room on its disk. With a full disk it still runs and reads, and changes that fit into existing pages
// succeed: only an attempt to allocate space shows it. A result that exceeds the memory of its statement is written to a
// temporary file, and changes nothing else.

export type DiskSpace = {
  isFull(): boolean;
  look(): Promise<void>;
};

export function diskSpace(db: Database): DiskSpace {
  let isFull = false;
  return {
    isFull: () => isFull,
    async look() {
      try {
        await allocateSpace(db);
        isFull = false;
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        isFull = true;
      }
    },
  };
}

/** Allocates about half a megabyte for a millisecond. */
async function allocateSpace(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute({ name: '', text: `set local work_mem = '64kB'`, values: [] });
    await tx.execute({ name: '', text: halfMegabyte, values: [] });
  });
}

/** Few long rows take a tenth of the time of many short ones. */
const halfMegabyte = `
  with texts as materialized (select repeat('x', 8000) from generate_series(1, 64)) select count(*) from texts`;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isDiskFull(error: unknown): boolean {
  return error instanceof Problem && codeOf(error.cause) === '53100';
}
