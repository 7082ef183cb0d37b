import { codeOf } from './error-code.ts';

/** The disk, the quota of the user or the largest size of a file. */
const spaceCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export const isFullDisk = (error: unknown): boolean => spaceCodes.has(codeOf(error));

/** Node names no file in the error of a write. */
export function namingFullDisk(error: unknown, file: string): unknown {
  if (!isFullDisk(error)) return error;
  return new Error(`There is no space left for ${file}. Free some on its disk, or choose a file on another disk.`, {
    cause: error,
  });
}
