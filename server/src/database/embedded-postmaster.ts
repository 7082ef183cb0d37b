import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../platform/error-code.ts';
import type { Log } from '../platform/log.ts';
import { identity, readOwnFile } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import { type Cluster, postgresEnvironment, prepareSocketFolder, removeSocketFolder } from './embedded-cluster.ts';

// The postmaster is PostgreSQL's main process. It writes its id, its socket folder and its status into the file postmaster.pid,
// and removes the file when it stops. After a kill or a power cut the file stays, and may name an unrelated process.

export type Postmaster = { pid: number; socketFolder: string; status: string };

/** A postmaster that was started, and the offset in the log where its output begins. */
export type Launch = { child: ChildProcess; logStart: number };

export type Settings = Record<string, string>;

const settings: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  cluster_name: 'trunkline',
  max_connections: '200',
  max_logical_replication_workers: '0',
  shared_buffers: '128MB',
  // A container may see huge pages that it must not use, and then dies of a bus error.
  huge_pages: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and error details contain names and numbers of people.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const pollMs = 20;
const startPatienceMs = 30_000;
const stopPatienceMs = 60_000;
const logEveryMs = 10_000;
const largestLog = 10_000_000;

/** The postmaster of this cluster, or undefined if none is running. */
export function findPostmaster(cluster: Cluster): Postmaster | undefined {
  const noted = readPidFile(cluster, pidFile(cluster));
  return noted && isPostmaster(noted.pid, cluster) ? noted : undefined;
}

/** Waits for the running postmaster, or starts one; returns when it accepts connections. */
export async function bringUpPostmaster(
  cluster: Cluster,
  start: () => Promise<Launch>,
  log: Log,
  signal: AbortSignal,
): Promise<Postmaster> {
  const giveUpAt = Date.now() + startPatienceMs;
  let logAt = Date.now() + logEveryMs;
  let launch: Launch | undefined;
  while (!signal.aborted) {
    const postmaster = findPostmaster(cluster);
    if (postmaster?.status === 'ready') return postmaster;
    if (!postmaster && (!launch || hasEnded(launch))) {
      if (launch) checkFailure(cluster, launch, giveUpAt);
      launch = await start();
    }
    if (Date.now() > logAt) {
      log('postgres.slow_start', { status: postmaster?.status ?? 'starting', log_file: logFile(cluster) });
      logAt = Date.now() + logEveryMs;
    }
    await pause(pollMs);
  }
  // No other process can find a postmaster that has not written its pid file yet.
  if (launch) await end(launch);
  throw signal.reason;
}

async function end(launch: Launch): Promise<void> {
  launch.child.kill('SIGINT');
  while (!hasEnded(launch)) await pause(pollMs);
}

function hasEnded({ child }: Launch): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * The children of a killed postmaster notice it and exit, but not at once, and PostgreSQL rightly refuses to start while one of
 * them is left. A postmaster that a killed start left behind may also have come first. And a postmaster that was killed while
 * starting reports no error.
 */
function checkFailure(cluster: Cluster, { child, logStart }: Launch, giveUpAt: number): void {
  const log = logFile(cluster);
  const words = existsSync(log) ? readOwnFile(cluster.account, log).subarray(logStart) : 'nothing';
  const said = words.toString().trim();
  const isBlocked = /is still in use|lock file ".*" already exists/.test(said);
  if ((isBlocked || child.signalCode) && Date.now() < giveUpAt) return;
  throw new Error(
    `PostgreSQL did not start. ${isBlocked ? 'End the processes it speaks of' : 'Put right what it complains of'} ` +
      `and start again. It said (${logFile(cluster)}):\n${said.split('\n').slice(-8).join('\n')}`,
  );
}

/** Starts a postmaster that outlives this process, and that a Ctrl-C in our terminal does not reach. */
export async function startPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  extra: Settings,
  environment: Record<string, string>,
): Promise<Launch> {
  const socketFolder = prepareSocketFolder(cluster);
  removeForeignPidFile(cluster, pidFile(cluster));
  removeForeignPidFile(cluster, join(socketFolder, '.s.PGSQL.5432.lock'));
  const all = { ...settings, unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`, ...extra };
  const command = [
    binaries.postgres,
    '-D',
    cluster.data,
    ...Object.entries(all).map(([key, value]) => `--${key}=${value}`),
  ];
  const logStart = turnLogOver(cluster);
  // The shell opens the log as the account, because root must not open it, and then becomes PostgreSQL.
  const child = spawn('/bin/sh', ['-c', 'umask 077; exec "$@" >> "$0" 2>&1', logFile(cluster), ...command], {
    ...identity(cluster.account),
    cwd: '/',
    env: { ...postgresEnvironment(), ...environment },
    detached: true,
    stdio: 'ignore',
  });
  await once(child, 'spawn');
  child.unref();
  return { child, logStart };
}

/** Disconnects all clients, writes everything to disk and exits. */
export async function stopPostmaster(cluster: Cluster, { pid }: Postmaster): Promise<void> {
  if (isPostmaster(pid, cluster)) process.kill(pid, 'SIGINT');
  const deadline = Date.now() + stopPatienceMs;
  while (isPostmaster(pid, cluster)) {
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (process ${pid}) is still stopping; see ${logFile(cluster)}. It needs no more help.`);
    }
    await pause(pollMs);
  }
  removeSocketFolder(cluster);
}

function readPidFile({ account }: Cluster, path: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readOwnFile(account, path).toString().split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  // Its lines: id, data folder, start time, port, socket folder, address, shared memory, status.
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', status: lines[7]?.trim() || 'starting' };
}

/**
 * PostgreSQL takes any living process of its own user for its predecessor and refuses to start; in a container, where the same
 * few ids are reused after each restart, that may be this process itself. It also fails on an empty file, which a power cut can
 * leave. Removing the file is safe: children of a predecessor still hold its shared memory, which PostgreSQL finds by the data
 * folder, and then refuses to start.
 */
function removeForeignPidFile(cluster: Cluster, path: string): void {
  const noted = readPidFile(cluster, path);
  if (!noted || isPostmaster(noted.pid, cluster)) return;
  const isUnreadable = !(noted.pid > 0);
  if (isUnreadable || isAlive(noted.pid)) rmSync(path, { force: true });
}

function isPostmaster(pid: number, cluster: Cluster): boolean {
  if (process.platform === 'linux') return isPostgresIn(`/proc/${pid}`, cluster.data);
  return isAlive(pid) && commandOf(pid).includes(cluster.data);
}

function isPostgresIn(processFolder: string, data: string): boolean {
  try {
    const name = readFileSync(join(processFolder, 'comm'), 'utf8').trim();
    return name === 'postgres' && (worksIn(processFolder, data) ?? wasStartedFor(processFolder, data));
  } catch (error) {
    // The process, or the data folder, is gone.
    if (['ENOENT', 'ESRCH'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** PostgreSQL's working directory is its data folder, even after that was moved. Undefined if we may not look. */
function worksIn(processFolder: string, data: string): boolean | undefined {
  try {
    const [workingFolder, dataFolder] = [statSync(join(processFolder, 'cwd')), statSync(data)];
    return workingFolder.dev === dataFolder.dev && workingFolder.ino === dataFolder.ino;
  } catch (error) {
    // Root in a container may not inspect the processes of other users.
    if (['EACCES', 'EPERM'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

function wasStartedFor(processFolder: string, data: string): boolean {
  return readFileSync(join(processFolder, 'cmdline'), 'utf8').split('\0').includes(data);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function commandOf(pid: number): string {
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/** Begins a new log when the old one has become long; returns the offset at which the next output begins. */
function turnLogOver(cluster: Cluster): number {
  const path = logFile(cluster);
  const size = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < largestLog) return size;
  renameSync(path, `${path}.1`);
  return 0;
}

function logFile(cluster: Cluster): string {
  return join(cluster.home, 'postgres.log');
}

function pidFile(cluster: Cluster): string {
  return join(cluster.data, 'postmaster.pid');
}
