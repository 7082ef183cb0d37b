import { unlink } from 'node:fs/promises';

/** Removes a file that may not exist, in one request to the disk: `rm` with `force` looks at the file before that. */
export async function removeFile(file: string): Promise<void> {
  await unlink(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
