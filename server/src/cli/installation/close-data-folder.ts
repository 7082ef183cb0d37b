import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

// Closes the data folder to other users of the machine. This program's umask closes every file that it makes; this is for files
// that an earlier version made, or that were restored from a backup.

/**
 * The entries that this program makes. The database belongs to PostgreSQL's user, who keeps it closed; other files are not
 * ours.
 */
const names = [
  ...['recordings', 'simulator', 'models', 'asterisk'],
  ...['secrets.key', 'server.json', 'server.lock', 'postgres.lock'],
];

/** Permissions to remove: those of the group and of others. */
const closed = 0o077;
/** Asterisk may run as another user, who shares its folder as a member of the folder's group. */
const closedToOthers = 0o007;
/** The data folder itself can be traversed but not listed: PostgreSQL and Asterisk may have to pass through it. */
const unlisted = 0o066;
const groupWrites = 0o020;
const sticky = 0o1000;

/**
 * Resolves when other users can reach nothing in it. The returned function then closes the files inside closed folders one by
 * one, which takes long if there are many recordings.
 */
export async function closeDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const top = await stat(dataDir).catch(ifMissing);
  // A folder such as /tmp is shared by all users.
  if (top && !(top.mode & sticky)) await close(dataDir, top, unlisted);
  const folders: { path: string; taken: number }[] = [];
  for (const name of names) {
    const path = join(dataDir, name);
    // Follows links: recordings may be on another disk.
    const found = await stat(path).catch(ifMissing);
    if (!found) continue;
    const taken = name === 'asterisk' && found.mode & groupWrites ? closedToOthers : closed;
    await close(path, found, taken);
    if (found.isDirectory()) folders.push({ path, taken });
  }
  return async () => {
    for (const { path, taken } of folders) await closeEntries(path, taken);
  };
}

/** Closes a folder after everything in it, so a closed folder needs no second look, at this start or a later one. */
async function closeEntries(folder: string, taken: number): Promise<void> {
  for (const name of (await readdir(folder).catch(ifMissing)) ?? []) {
    const path = join(folder, name);
    const found = await lstat(path).catch(ifMissing);
    if (!found || found.isSymbolicLink() || !(found.mode & taken)) continue;
    if (found.isDirectory()) await closeEntries(path, taken);
    await close(path, found, taken);
  }
}

/**
 * Changes only files of this user: Asterisk's files are its own, in a folder that is closed. Windows has no such permissions.
 */
async function close(path: string, { uid, mode }: Stats, taken: number): Promise<void> {
  if (uid === process.getuid?.() && mode & taken) await chmod(path, mode & 0o7777 & ~taken).catch(ifMissing);
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
