import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

// A folder on a small disk of its own (tmpfs), which can be filled up. Mounting needs Linux and CAP_SYS_ADMIN, which
// root in a container may not have.

export type SmallDisk = { name: string; fill(): void; empty(): void };

export const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
/** The device of each mount is this and the id of the process that owns it. */
const devicePrefix = 'trunkline-proof-';
const chunk = Buffer.alloc(1_048_576);

export function mountSmallDisk(
  name: string,
  folder: string,
  megabytes: number,
  closing: AsyncDisposableStack,
): SmallDisk {
  mkdirSync(folder, { recursive: true });
  const options = `size=${megabytes}m,mode=0755`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, `${devicePrefix}${process.pid}`, folder]);
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

/** Unmounts the disks of runs that were killed. */
export function unmountLeftovers(): void {
  for (const line of readFileSync('/proc/self/mounts', 'utf8').split('\n')) {
    const [device = '', folder = '', type] = line.split(' ');
    const isOurs = type === 'tmpfs' && device.startsWith(devicePrefix) && folder.includes(`/${devicePrefix}`);
    if (isOurs && !existsSync(`/proc/${device.slice(devicePrefix.length)}`)) execFileSync('umount', ['--lazy', folder]);
  }
}
