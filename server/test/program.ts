import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningServer } from '../src/cli/installation/one-server.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { atEnd } from './at-end.ts';
import { until } from './until.ts';

// The real program, in a child process, on a new data folder.

const repository = join(import.meta.dirname, '../..');
const main = join(repository, 'server/src/main.ts');

export type RunningProgram = {
  child: ChildProcess;
  output: () => string;
  errors: () => string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

/** A folder that is removed at the end of the file, with the server and the PostgreSQL that may still run on it. */
export function temporaryDataFolder(name = 'data'): string {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-data-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  const dataDir = join(folder, name);
  atEnd(async () => {
    const server = findRunningServer(dataDir);
    if (server) process.kill(server.pid, 'SIGKILL');
    if (postmasterPid(dataDir)) await (await startEmbedded(dataDir, { log: () => {} })).stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return dataDir;
}

export function launch(args: string[], settings: Record<string, string>): RunningProgram {
  return launchCommand(process.execPath, [main, ...args], settings);
}

/** Starts the program with a limit of open files and connections. */
export function launchLimited(descriptors: number, args: string[], settings: Record<string, string>): RunningProgram {
  const command = `ulimit -n ${descriptors}; exec "$@"`;
  return launchCommand('/bin/sh', ['-c', command, 'sh', process.execPath, main, ...args], settings);
}

/** The program as people start it, through npm. */
export function launchNpm(args: string[], settings: Record<string, string>): RunningProgram {
  return launchCommand('npm', args, settings);
}

/** Any other command, in the folder of the program. */
export function launchCommand(command: string, args: string[], settings: Record<string, string>): RunningProgram {
  const { DATABASE_URL: _, ...inherited } = process.env;
  // One process, unless a test or the environment says otherwise: the default depends on the machine.
  const env = { WORKERS: '1', ...inherited, PORT: '0', ...settings };
  const child = spawn(command, args, { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] });
  atEnd(() => child.kill('SIGKILL'));
  const texts = { output: '', errors: '' };
  child.stdout.on('data', (data) => {
    texts.output += data;
  });
  child.stderr.on('data', (data) => {
    texts.errors += data;
  });
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  return { child, output: () => texts.output, errors: () => texts.errors, ended };
}

/** Starts a server and waits until it prints its address. */
export function serve(settings: Record<string, string>): Promise<RunningProgram & { address: string }> {
  return serving(launch(['serve'], settings));
}

export async function serving(program: RunningProgram): Promise<RunningProgram & { address: string }> {
  const address = await until(() => {
    const hasEnded = program.child.exitCode !== null || program.child.signalCode !== null;
    assert.ok(!hasEnded, `The server ended.\n${program.output()}\n${program.errors()}`);
    const output = program.output();
    return output.includes('Ctrl-C stops') && /(?:running at|Address) +(http:\/\/[^\s,]+)/.exec(output)?.[1];
  }, 120);
  return { ...program, address };
}

/** The process id of a data folder's PostgreSQL; undefined if none is running. */
export function postmasterPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}
