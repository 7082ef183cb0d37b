import { codeOf } from '../platform/error-code.ts';
import { Problem } from '../platform/problem.ts';
import type { Database } from './connect.ts';

// Whether PostgreSQL has room on its disk. A full disk leaves it running and reading, and even some changes pass, those that
// fit into pages that are there: only an attempt to take room shows it. A result too large for the memory of its statement
// goes to a file, and writes nothing else.

export type DiskRoom = {
  isFull(): boolean;
  look(): Promise<void>;
};

export function diskRoom(db: Database): DiskRoom {
  let isFull = false;
  return {
    isFull: () => isFull,
    async look() {
      try {
        await takeRoom(db);
        isFull = false;
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        isFull = true;
      }
    },
  };
}

/** About half a megabyte, for a few milliseconds. */
async function takeRoom(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute({ name: '', text: `set local work_mem = '64kB'`, values: [] });
    await tx.execute({ name: '', text: 'select count(*) from generate_series(1, 20000)', values: [] });
  });
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isDiskFull(error: unknown): boolean {
  return error instanceof Problem && codeOf(error.cause) === '53100';
}
