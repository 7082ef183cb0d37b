import { lstatSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../src/platform/error-code.ts';

// Copying a database template creates 700 small files, which takes a tenth of the processor time in memory.

const memory = '/dev/shm';
const tmpfs = 0x01021994; // TMPFS_MAGIC in linux/magic.h
const gigabyte = 2 ** 30;
/** A complete run of the usual tests needs less than half of it. */
const neededRoom = 2 * gigabyte;
/** The files take this memory from the tests. */
const neededMemory = 4 * gigabyte;
const prefix = 'trunkline-test-';

/** How the name of a new folder for a PostgreSQL of this process begins: in memory if there is room, otherwise on the disk. */
export function temporaryPrefix(): string {
  const folder = hasRoomInMemory() ? memory : tmpdir();
  if (folder === memory) removeLeftovers(memory);
  return join(folder, `${prefix}${process.pid}-`);
}

function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < neededMemory) return false;
  try {
    const { type, bavail, bsize } = statfsSync(memory);
    return type === tmpfs && bavail * bsize >= neededRoom;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed, because they would keep their memory. PostgreSQL stops without its files. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const owner = name.startsWith(prefix) ? /^\d+(?=-)/.exec(name.slice(prefix.length))?.[0] : undefined;
    const path = join(folder, name);
    if (owner && isOurs(path) && !isRunning(Number(owner))) rmSync(path, { recursive: true, force: true });
  }
}

const isOurs = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH'; // Another user's process cannot be signaled.
  }
}
