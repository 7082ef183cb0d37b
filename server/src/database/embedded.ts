import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { codeOf, messageOf } from '../platform/error-code.ts';
import type { Log } from '../platform/log.ts';
import { type Account, pickAccount } from './embedded-account.ts';
import { type Binaries, findBinariesPackage, prepareBinaries } from './embedded-binaries.ts';
import { type Cluster, checkVersion, connectionUrl, createCluster, openCluster } from './embedded-cluster.ts';
import {
  bringUpPostmaster,
  findPostmaster,
  type Settings,
  startPostmaster,
  stopPostmaster,
} from './embedded-postmaster.ts';
import { withLock } from './file-lock.ts';

// A PostgreSQL of our own in the data folder, for installations without DATABASE_URL.
//
// Several processes may share it: the server and the operator's commands. Each process holds an anchor, a connection that marks
// this PostgreSQL as in use. Processes start and stop under a lock, and the process with the last anchor stops PostgreSQL.
// PostgreSQL outlives this process: if this process is killed, the next start finds PostgreSQL running; if PostgreSQL is
// killed, a process that holds an anchor starts it again.
//
//   file-lock.ts             one at a time
//   embedded-account.ts      which user it runs as
//   embedded-binaries.ts     where its programs are
//   embedded-cluster.ts      where its files are
//   embedded-postmaster.ts   whether it runs, starting it, stopping it

export type EmbeddedPostgres = {
  /** The address to connect to. It stays the same when PostgreSQL is restarted. */
  url: string;
  /** Stops PostgreSQL, unless another process uses it. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  log: Log;
  /** PostgreSQL settings that override ours, for a PostgreSQL that is not running yet. */
  settings?: Settings;
  /** Environment variables in addition to the few that are always set. */
  environment?: Record<string, string>;
  /** Root puts files here that the account that runs PostgreSQL must reach. */
  systemFolder?: string;
  /** Called when PostgreSQL has been started and is not ready yet: a moment for other work. */
  onLaunch?: () => void;
};

type Context = Required<EmbeddedOptions> & { dataDir: string };

type Connection = { client: Client; socket: Socket };

/** A running PostgreSQL, and our connection that keeps it running. */
type Hold = { cluster: Cluster; url: string; anchor: Client; socket: Socket };

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const noSuchDatabase = '3D000';
const madeByAnother = ['42P04', '23505'];
const startingUp = '57P03';
const wrongPassword = '28';
const notAcceptingYet = [startingUp, 'ECONNREFUSED', 'ENOENT'];

const anchorName = 'trunkline anchor';
const firstRetryMs = 100;
const longestRetryMs = 10_000;
const connectPatienceMs = 10_000;
const leavePatienceMs = 1_000;
const mostDeaths = 3;
const pollMs = 20;

export async function startEmbedded(dataDir: string, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const context = {
    settings: {},
    environment: {},
    systemFolder: '/var/lib/trunkline',
    onLaunch: () => {},
    ...options,
    dataDir: makeDataFolder(dataDir),
  };
  const { log } = context;
  const lockFile = join(context.dataDir, 'postgres.lock');
  const ending = new AbortController();
  const { signal } = ending;
  let recovery = Promise.resolve();
  let stopped: Promise<void> | undefined;

  let hold = await withLock(lockFile, async () => {
    await createIfMissing(context);
    return takeHold(context, signal);
  });
  watch();

  function watch(): void {
    hold.anchor.once('end', () => {
      if (!signal.aborted) recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    log('postgres.lost');
    for (let delay = firstRetryMs; !signal.aborted; delay = Math.min(delay * 2, longestRetryMs)) {
      try {
        hold = await withLock(lockFile, () => takeHold(context, signal), signal);
        watch();
        return;
      } catch (error) {
        if (signal.aborted) return;
        log('postgres.restart_failed', { err: error });
        await pause(delay, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  async function stop(): Promise<void> {
    ending.abort();
    await recovery;
    await withLock(lockFile, () => releaseHold(hold));
  }

  return {
    url: hold.url,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * Makes the data folder if it is missing, closed to other users; but if PostgreSQL is going to run as another user, that user
 * has to be able to pass through.
 */
export function makeDataFolder(dataDir: string): string {
  if (!existsSync(dataDir)) {
    makeFolders(resolve(dataDir), process.getuid?.() === 0 ? 0o711 : 0o700);
  }
  return realpathSync(dataDir);
}

/** Node's own recursive mkdir never returns if the system reports that a folder cannot exist, as in /proc. */
function makeFolders(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path), mode);
  try {
    mkdirSync(path);
    chmodSync(path, mode); // Independent of the umask.
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw new Error(`The data folder cannot be made (${messageOf(error)}). Set DATA_DIR to another one.`);
  }
}

async function createIfMissing(context: Context): Promise<void> {
  const { dataDir, log, settings, systemFolder } = context;
  if (openCluster(dataDir)) return;
  const account = pickAccount();
  const binaries = await prepare(context, account);
  const sync = settings.fsync === 'off' ? 'no sync' : 'sync';
  const home = await createCluster(dataDir, account, binaries, systemFolder, sync);
  log('postgres.created', { folder: home });
}

/** Never makes a new cluster: if the folder has vanished under a running server, a person has to know. */
async function takeHold(context: Context, signal: AbortSignal): Promise<Hold> {
  const { dataDir, log, settings, environment, onLaunch } = context;
  const cluster = openCluster(dataDir);
  if (!cluster) throw new Error(`The database in ${dataDir} is gone. Restore it from a backup and start again.`);
  const found = findPostmaster(cluster);
  const begin = Date.now();
  const start = async () => {
    const binaries = await prepare(context, cluster.account);
    checkVersion(cluster, binaries);
    const launch = await startPostmaster(cluster, binaries, settings, environment);
    onLaunch();
    return launch;
  };
  for (let deaths = 0; deaths < mostDeaths; deaths += 1) {
    const { pid, socketFolder } = await bringUpPostmaster(cluster, start, log, signal);
    const url = connectionUrl(cluster, socketFolder);
    const connection = await connectPatiently(cluster, url, signal);
    if (!connection) continue;
    // Without this the anchor would keep our process from exiting.
    connection.socket.unref();
    if (found?.pid === pid) log('postgres.found', { pid });
    else log('postgres.started', { pid, ms: Date.now() - begin });
    return { cluster, url, anchor: connection.client, socket: connection.socket };
  }
  throw new Error(`PostgreSQL ends as soon as it has started; ${join(cluster.home, 'postgres.log')} may tell why.`);
}

function prepare({ dataDir, systemFolder }: Context, account: Account | undefined): Promise<Binaries> {
  return prepareBinaries(findBinariesPackage(), account, account ? systemFolder : dataDir);
}

/** Connects as soon as PostgreSQL permits, or returns undefined if it dies meanwhile. */
async function connectPatiently(cluster: Cluster, url: string, signal: AbortSignal): Promise<Connection | undefined> {
  const deadline = Date.now() + connectPatienceMs;
  for (;;) {
    try {
      return await connectOrCreate(url);
    } catch (error) {
      if (!findPostmaster(cluster)) return undefined;
      const code = codeOf(error);
      const isHopeless = code.startsWith(wrongPassword) || (code !== startingUp && Date.now() > deadline);
      if (isHopeless) throw cannotConnect(cluster, error);
    }
    await pause(pollMs, undefined, { signal });
  }
}

async function connectOrCreate(url: string): Promise<Connection> {
  try {
    return await connect(url, anchorName);
  } catch (error) {
    if (codeOf(error) !== noSuchDatabase) throw error;
    await createDatabase(url);
    return connect(url, anchorName);
  }
}

function cannotConnect({ home }: Cluster, error: unknown): Error {
  return new Error(
    `PostgreSQL in ${home} does not let us in: ${messageOf(error)}. ` +
      `See ${join(home, 'postgres.log')}, and whether ${join(home, 'password')} is still the one it was made with.`,
    { cause: error },
  );
}

async function connect(url: string, name: string): Promise<Connection> {
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectPatienceMs,
    stream: () => socket,
  });
  // A broken connection also emits 'end', which is the event we handle.
  client.on('error', () => {});
  await client.connect();
  return { client, socket };
}

/** A start that was killed while it created the database may still be creating it: PostgreSQL continues without the client. */
async function createDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = 'postgres';
  const { client } = await connect(maintenance.href, anchorName);
  try {
    await client.query('CREATE DATABASE trunkline');
  } catch (error) {
    if (!madeByAnother.includes(codeOf(error))) throw error;
  } finally {
    await client.end();
  }
}

async function releaseHold({ cluster, url, anchor, socket }: Hold): Promise<void> {
  socket.ref();
  await anchor.end();
  const postmaster = findPostmaster(cluster);
  if (!postmaster) return;
  const isUsed = await isUsedByOthers(url).catch((error) => {
    // A PostgreSQL that has died meanwhile, or is still starting, is not in use.
    if (!findPostmaster(cluster) || notAcceptingYet.includes(codeOf(error))) return false;
    throw error;
  });
  if (!isUsed) await stopPostmaster(cluster, postmaster);
}

/** Anchors stay. Other connections, such as those of a pool that was just closed, may be about to end. */
async function isUsedByOthers(url: string): Promise<boolean> {
  const { client } = await connect(url, 'trunkline stop');
  const deadline = Date.now() + leavePatienceMs;
  try {
    for (;;) {
      const { rows } = await client.query<{ application_name: string }>(
        `SELECT application_name FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
      if (rows.length === 0) return false;
      if (rows.some((row) => row.application_name === anchorName) || Date.now() > deadline) return true;
      await pause(pollMs);
    }
  } finally {
    await client.end();
  }
}
