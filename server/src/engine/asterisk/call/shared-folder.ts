import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder that Asterisk writes to. Inside a folder that the operator shares through a group (2770, with set-group-ID),
 * it is shared in the same way; elsewhere Asterisk must run as the same user.
 */
export function makeSharedFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isGroups = (statSync(dirname(folder)).mode & 0o2000) !== 0;
  if (isGroups) openIfClosed(folder, 0o2770);
}

/** Opens a folder that is new, or that a start made which was killed before this step. Others are as the operator wants them. */
export function openIfClosed(folder: string, mode: number): void {
  const found = statSync(folder);
  if (found.uid === process.getuid?.() && (found.mode & 0o070) === 0) chmodSync(folder, mode);
}
