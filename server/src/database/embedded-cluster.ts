import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../platform/error-code.ts';
import type { Account } from './embedded-account.ts';
import { canReach, identity, makeOpenFolder, ownerAccount, readOwnFile, userIdOf } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';

// A cluster is what PostgreSQL calls one server's databases. Ours lives in DATA_DIR/postgres:
//
//   data/           PostgreSQL's own files (PGDATA)
//   run/            the folder of its socket
//   run-elsewhere   a link to the folder of its socket, when the path of run/ is too long for one
//   password        of the user trunkline, generated
//   postgres.log    the log of PostgreSQL
//
// Only one user can enter it, the account that PostgreSQL runs as (see embedded-account.ts). If root starts Trunkline and that
// account cannot reach DATA_DIR, for example because it is in /root, DATA_DIR/postgres is a symbolic link to
// /var/lib/trunkline/clusters/<random id>. So moving DATA_DIR keeps the data, and deleting DATA_DIR means a fresh start, though
// it leaves that folder behind.
//
// An attacker who controls the account may put links into this folder. So root must not follow them here: it reads only files
// that belong to the account, neither writes to files nor changes owners through links, and removes nothing recursively but the
// drafts of interrupted starts.

export type Cluster = { home: string; data: string; account: Account | undefined; password: string };

const superuser = 'trunkline';
const draftPrefix = 'postgres.new-';

// The kernel's limit is 107 bytes on Linux and 103 on macOS.
const longestSocketPath = 103;

/** True even if it cannot be used: a dangling link is a cluster that has to be restored. */
export function hasCluster(dataDir: string): boolean {
  return lstatSync(join(dataDir, 'postgres'), { throwIfNoEntry: false }) !== undefined;
}

/** The cluster of this data folder, or undefined if there is none yet. */
export function openCluster(dataDir: string): Cluster | undefined {
  if (!hasCluster(dataDir)) return undefined;
  const link = join(dataDir, 'postgres');
  const home = resolveHome(link);
  const account = ownerAccount(home);
  const data = join(home, 'data');
  if (account && !canReach(account, data)) {
    throw new Error(
      `The user ${account.name}, who owns the database, cannot reach ${home}. ` +
        'Open the folders above it with "chmod a+x", or move the data folder.',
    );
  }
  return { home, data, account, password: readClusterFile(account, join(home, 'password')) };
}

function resolveHome(link: string): string {
  try {
    return realpathSync(link);
  } catch (error) {
    throw new Error(
      `${link} points to a folder that is not there: ${readlinkSync(link)}. ` +
        `Bring it back, or delete ${link} to begin with an empty database.`,
      { cause: error },
    );
  }
}

function readClusterFile(account: Account | undefined, path: string): string {
  try {
    return readOwnFile(account, path).toString().trim();
  } catch (error) {
    throw new Error(
      `The database in ${dirname(path)} is damaged: ${basename(path)} cannot be read. ` +
        'Restore the folder from a backup, or delete it to begin with an empty database.',
      { cause: error },
    );
  }
}

/** PostgreSQL opens only files of its own major version. */
export function checkVersion(cluster: Cluster, binaries: Binaries): void {
  const found = readClusterFile(cluster.account, join(cluster.data, 'PG_VERSION'));
  if (found === binaries.major) return;
  throw new Error(
    `The database in ${cluster.home} was made by PostgreSQL ${found}, but Trunkline now brings ${binaries.major}. ` +
      'Go back to the previous version of Trunkline, dump it with pg_dump, and load it into a new data folder.',
  );
}

/**
 * Makes a cluster under a temporary name and renames it when it is complete, so that the first start may be killed at any
 * moment: the next one cleans up and begins again. Returns its path.
 */
export async function createCluster(
  dataDir: string,
  account: Account | undefined,
  binaries: Binaries,
  systemFolder: string,
  sync: 'sync' | 'no sync',
): Promise<string> {
  await removeDrafts(dataDir, systemFolder);
  const draft = makeDraft(dataDir, account, systemFolder);
  const home = realpathSync(draft);
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  giveTo(account, passwordFile);
  giveTo(account, home);
  await runInitdb(join(home, 'data'), passwordFile, account, binaries, sync);
  renameSync(draft, join(dataDir, 'postgres'));
  syncPath(dataDir);
  return realpathSync(join(dataDir, 'postgres'));
}

function makeDraft(dataDir: string, account: Account | undefined, systemFolder: string): string {
  const draft = join(dataDir, `${draftPrefix}${randomBytes(4).toString('hex')}`);
  if (account && !canReach(account, dataDir)) {
    const clusters = join(systemFolder, 'clusters');
    const home = join(clusters, randomBytes(8).toString('hex'));
    makeOpenFolder(systemFolder);
    makeOpenFolder(clusters);
    // The link comes first, so that the leftovers of a killed start can be found.
    symlinkSync(home, draft);
    mkdirSync(home, { mode: 0o700 });
  } else {
    mkdirSync(draft, { mode: 0o700 });
  }
  return draft;
}

function giveTo(account: Account | undefined, path: string): void {
  if (account) lchownSync(path, account.uid, account.gid);
}

async function removeDrafts(dataDir: string, systemFolder: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(draftPrefix))) {
    const draft = join(dataDir, name);
    if (lstatSync(draft).isSymbolicLink()) {
      const home = readlinkSync(draft);
      if (dirname(home) === join(systemFolder, 'clusters')) await removeFolder(home);
    }
    await removeFolder(draft);
  }
}

/** An initdb that outlived its start may still be writing there, until its files are gone. */
async function removeFolder(folder: string): Promise<void> {
  while (lstatSync(folder, { throwIfNoEntry: false })) {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function runInitdb(
  data: string,
  passwordFile: string,
  account: Account | undefined,
  binaries: Binaries,
  sync: 'sync' | 'no sync',
): Promise<void> {
  const args = [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(sync === 'sync' ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(binaries.initdb, args, { ...identity(account), cwd: '/', env: postgresEnvironment() });
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-8).join('\n') || message;
    const isNameless = /could not look up effective user/.test(said);
    throw new Error(
      `PostgreSQL could not prepare its files in ${data}. ` +
        `${isNameless ? 'Give this user a line in /etc/passwd' : 'See that the disk has room'}, ` +
        `or set DATABASE_URL to a PostgreSQL of your own. It said:\n${said}`,
      { cause: error },
    );
  }
}

/** PostgreSQL's processes get nothing of our environment, which contains secrets, and log in English. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/** Makes the folder for the socket. It stays the same across restarts, because clients reconnect to the same path. */
export function prepareSocketFolder({ home, account }: Cluster): string {
  const run = join(home, 'run');
  if (fitsSocket(run)) {
    if (!claimFolder(run, account)) throw new Error(`${run} is not a private folder. Delete it and start again.`);
    return run;
  }
  // The digest identifies the link of a copied cluster, which leads to the socket of the original.
  const digest = createHash('sha256').update(home).digest('hex').slice(0, 8);
  const prefix = join(shortTemporaryFolder(account), `trunkline-${digest}-`);
  const known = socketFolderElsewhere(home);
  // The account may have made the link, which must not lead anywhere else.
  const isInPlace = known?.startsWith(prefix) && !known.includes('/', prefix.length);
  if (known && isInPlace && claimFolder(known, account)) return known;
  const folder = mkdtempSync(prefix);
  giveTo(account, folder);
  rmSync(join(home, 'run-elsewhere'), { force: true });
  symlinkSync(folder, join(home, 'run-elsewhere'));
  return folder;
}

/** Leaves nothing in the temporary folder after PostgreSQL has stopped. */
export function removeSocketFolder({ home, account }: Cluster): void {
  const folder = socketFolderElsewhere(home);
  if (folder && isPrivateFolder(folder, account) && readdirSync(folder).length === 0) rmdirSync(folder);
}

function socketFolderElsewhere(home: string): string | undefined {
  const link = join(home, 'run-elsewhere');
  return lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(link) : undefined;
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath;
}

function shortTemporaryFolder(account: Account | undefined): string {
  const folder = tmpdir();
  const isGood = fitsSocket(join(folder, 'trunkline-12345678-123456')) && (!account || canReach(account, folder));
  return isGood ? folder : '/tmp';
}

/** Makes the folder, or returns whether the existing one is private to the account: in /tmp any user may have made it. */
function claimFolder(folder: string, account: Account | undefined): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    // A start that was killed after it made its own folder, before it gave it to the account, has left it empty.
    const isLeftover = account && isPrivateFolder(folder, undefined) && readdirSync(folder).length === 0;
    if (!isLeftover) return isPrivateFolder(folder, account);
  }
  giveTo(account, folder);
  return true;
}

function isPrivateFolder(folder: string, account: Account | undefined): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === userIdOf(account) && (found.mode & 0o077) === 0;
}

export function connectionUrl(cluster: Cluster, socketFolder: string): string {
  const query = new URLSearchParams({ host: socketFolder, sslmode: 'disable' });
  return `postgresql://${superuser}:${cluster.password}@localhost/trunkline?${query}`;
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
