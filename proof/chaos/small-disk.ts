import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

// A folder on a small disk of its own (tmpfs), which can be filled up. Mounting needs root on Linux.

export type SmallDisk = { name: string; fill(): void; empty(): void };

export const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const chunk = Buffer.alloc(1_048_576);

export function mountSmallDisk(
  name: string,
  folder: string,
  megabytes: number,
  closing: AsyncDisposableStack,
): SmallDisk {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  closing.defer(() => void execFileSync('umount', ['--lazy', folder]));
  const filler = join(folder, 'filler');
  return {
    name,
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (let length = chunk.length; length > 0; ) length = writeOrLess(file, length);
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
  };
}

/** Writes this many bytes, or returns half of it if there is no room for so many. */
function writeOrLess(file: number, length: number): number {
  try {
    writeSync(file, chunk, 0, length);
    return length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return Math.floor(length / 2);
  }
}
