import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../../platform/error-code.ts';

/**
 * Creates a folder that Asterisk writes to. Inside a folder that the operator shares through a group (2770, with set-group-ID),
 * it is shared in the same way; elsewhere Asterisk must run as the same user.
 */
export function makeSharedFolder(folder: string): void {
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  const isGroups = (statSync(parent).mode & 0o2000) !== 0;
  makeFolder(folder, isGroups ? 0o2770 : 0o700);
}

/** The folder has its name once it has this mode. The mode of an existing folder is as the operator wants it. */
export function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  const draft = `${folder}.${randomUUID()}`;
  mkdirSync(draft);
  chmodSync(draft, mode);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmdirSync(draft);
    // Another node was faster.
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
}
