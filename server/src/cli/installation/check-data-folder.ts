import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';

const reasons: Record<string, string> = {
  ENOTDIR: 'is not a folder',
  EACCES: 'is closed to this user',
  EROFS: 'is on a disk that cannot be written to',
};

/**
 * Refuses a data folder that exists and cannot be used, before an operation on a file in it fails. A missing one is made later.
 */
export async function checkDataFolder(dataDir: string): Promise<void> {
  const code = await findFault(dataDir);
  if (code === undefined || code === 'ENOENT') return;
  const reason = reasons[code] ?? `cannot be used (${code})`;
  const other = code === 'EACCES' ? ', or run this as the user of the server' : '';
  throw new Error(
    `The data folder ${dataDir} ${reason}. Set DATA_DIR to a folder that this user can write to${other}.`,
  );
}

async function findFault(dataDir: string): Promise<string | undefined> {
  try {
    if (!(await stat(dataDir)).isDirectory()) return 'ENOTDIR';
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
