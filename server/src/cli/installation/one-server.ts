import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { type Lock, tryLockFile } from '../../database/file-lock.ts';

// One data folder, one server. The lock shows whether a server runs, and vanishes with its process however that ends. The file
// beside it holds the server's pid and address, and is valid only while the lock is held.

export type RunningServer = { pid: number; address: string | undefined };

export type OnlyServer = {
  /** Writes the server's address for later commands. */
  announce(address: string): void;
  release(): void;
};

const lockFile = (dataDir: string) => join(dataDir, 'server.lock');
const noteFile = (dataDir: string) => join(dataDir, 'server.json');

/** Other processes take the lock for a moment to see whether it is free. */
const patienceMs = 500;
const pollMs = 50;

export async function becomeOnlyServer(dataDir: string): Promise<OnlyServer> {
  const lock = await lockWithin(patienceMs, lockFile(dataDir));
  if (!lock) throw alreadyRunning(dataDir, readNote(dataDir));
  writeNote(dataDir, { pid: process.pid, address: undefined });
  return {
    announce: (address) => writeNote(dataDir, { pid: process.pid, address }),
    release() {
      rmSync(noteFile(dataDir), { force: true });
      lock.release();
    },
  };
}

/** The server on this folder, or undefined if none is running. */
export function findRunningServer(dataDir: string): RunningServer | undefined {
  if (!existsSync(lockFile(dataDir))) return undefined;
  const lock = tryLockFile(lockFile(dataDir));
  lock?.release();
  return lock ? undefined : (readNote(dataDir) ?? { pid: 0, address: undefined });
}

/** The address of a server with these settings, if it runs. */
export function configuredAddress({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string {
  const local = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST;
  return `http://${isIPv6(local) ? `[${local}]` : local}:${PORT}`;
}

async function lockWithin(milliseconds: number, path: string): Promise<Lock | undefined> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const lock = tryLockFile(path);
    if (lock || Date.now() > deadline) return lock;
    await pause(pollMs);
  }
}

function alreadyRunning(dataDir: string, note: RunningServer | undefined): Error {
  const server = note ? `A Trunkline server (pid ${note.pid})` : 'A Trunkline server';
  const where = note?.address ? `, at ${note.address}` : '';
  return new Error(
    `${server} is already running on ${resolve(dataDir)}${where}. ` +
      'Stop that one first, or set DATA_DIR and PORT to start another one beside it.',
  );
}

/** In one step, so that no reader sees half of it. */
function writeNote(dataDir: string, note: RunningServer): void {
  const draft = `${noteFile(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  renameSync(draft, noteFile(dataDir));
}

function readNote(dataDir: string): RunningServer | undefined {
  try {
    return JSON.parse(readFileSync(noteFile(dataDir), 'utf8'));
  } catch {
    // Nothing depends on it: the lock already shows that a server runs.
    return undefined;
  }
}
