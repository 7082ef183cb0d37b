import { existsSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../platform/error-code.ts';

// A lock between processes has to vanish with its holder, even if the holder is killed; otherwise a stale lock cannot be
// distinguished from a live one. Only the kernel can do that, through flock and fcntl, and Node offers neither. SQLite, which
// is part of Node, takes an fcntl lock for a transaction, so an empty database serves as the lock file.
//
// Nothing else in the process may open such a file: closing any descriptor of it drops the process's fcntl locks.

export type Lock = { release(): void };

const pollMs = 20;
const sqliteBusy = 5;

// A connection without references is garbage-collected, and its lock with it.
const held = new Set<DatabaseSync>();

/** Takes the lock, or returns undefined if another holder (in this process or any other) has it. */
export function tryLockFile(path: string): Lock | undefined {
  const database = openExclusively(path);
  if (!database) return undefined;
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}

/** Waits for the lock, does the work and releases it. */
export async function withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  let lock = tryLockFile(path);
  while (!lock) {
    await pause(pollMs, undefined, { signal });
    lock = tryLockFile(path);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function openExclusively(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    makePrivateFile(path);
    // No timeout, because SQLite would wait with the event loop blocked; the journal in memory avoids a second file.
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    throw new Error(`The lock file ${path} cannot be used. See that its folder exists and can be written to.`, {
      cause: error,
    });
  }
}

/** A user who can read the file could lock it. */
function makePrivateFile(path: string): void {
  if (existsSync(path)) return;
  try {
    writeFileSync(path, '', { flag: 'ax', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** The low byte is the kind of error, the rest its variant. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === sqliteBusy;
}
