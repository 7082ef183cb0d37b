import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';

// PostgreSQL refuses to run as root. If root starts it, its processes run as another user, who must be able to access
// everything they need.

/** The user that PostgreSQL's processes run as. */
export type Account = { name: string; uid: number; gid: number };

/** In order of preference. Processes of `nobody` share their secrets with everything else that runs as `nobody`. */
const accountNames = ['postgres', 'nobody'];

/** The account for a new cluster, or undefined if PostgreSQL can run as the current user. */
export function pickAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  const account = accountNames.map((name) => accounts.find((one) => one.name === name)).find(Boolean);
  if (!account) {
    throw new Error(
      `PostgreSQL does not run as root, and /etc/passwd has no user ${accountNames.join(' or ')} to run it as. ` +
        'Start Trunkline as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  return account;
}

/**
 * The account for an existing cluster: its owner, as PostgreSQL requires. It may differ from today's choice, because the user
 * `postgres` was added later or an ordinary user made the cluster.
 */
export function ownerAccount(folder: string): Account | undefined {
  const { uid, gid } = statSync(folder);
  const self = process.getuid?.();
  if (self === uid && uid !== 0) return undefined;
  const name = readAccounts().find((account) => account.uid === uid)?.name ?? `with the id ${uid}`;
  if (self !== 0) {
    throw new Error(`The database in ${folder} belongs to the user ${name}. Start Trunkline as that user or as root.`);
  }
  if (uid === 0) {
    const account = pickAccount()?.name;
    throw new Error(
      `The database in ${folder} belongs to root, and PostgreSQL does not run as root. ` +
        `Give it to another user: chown -R ${account} ${folder}`,
    );
  }
  return { name, uid, gid };
}

/** Tries the access as that user, since access lists and mounts decide as well as mode bits. */
export function canReach(account: Account | undefined, path: string): boolean {
  return allows(account, '-x', path);
}

export function canRead(account: Account | undefined, path: string): boolean {
  return allows(account, '-r', path);
}

function allows(account: Account | undefined, test: '-x' | '-r', path: string): boolean {
  const { status, error } = spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], {
    ...identity(account),
    cwd: '/',
    stdio: 'ignore',
  });
  if (error) {
    const suffix = account ? `as the user ${account.name}` : '';
    throw new Error(
      `No process can be started ${suffix} (${error.message}). Set DATABASE_URL to a PostgreSQL elsewhere.`,
    );
  }
  return status === 0;
}

/** Makes a folder that every user may pass through, whatever the umask. */
export function makeOpenFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
}

/** The options of `spawn` that make a process run as this account. */
export function identity(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** The user id of the account: our own if PostgreSQL runs as the current user. */
export function userIdOf(account: Account | undefined): number | undefined {
  return account?.uid ?? process.getuid?.();
}

/**
 * Reads a file of the account. In its own folders the account may replace the file with a link to another user's file, which
 * root would then reveal to it; or with a pipe, on which root would wait forever.
 */
export function readOwnFile(account: Account | undefined, path: string): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(descriptor);
    // A folder in the path may be a link too, so the owner of the file decides.
    if (!found.isFile() || found.uid !== userIdOf(account))
      throw new Error(`${path} is not a file of the user that PostgreSQL runs as. See who put it there.`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
