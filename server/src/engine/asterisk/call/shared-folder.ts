import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder that Asterisk writes to. Inside a folder that the operator shares through a group (2770, with set-group-ID),
 * it is shared in the same way; elsewhere Asterisk must run as the same user.
 */
export function makeSharedFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true }) === undefined) return;
  const isGroups = (statSync(dirname(folder)).mode & 0o2000) !== 0;
  chmodSync(folder, isGroups ? 0o2770 : 0o700);
}
