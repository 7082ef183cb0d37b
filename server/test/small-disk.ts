import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';

/** A separate disk in memory, which only root can mount, and not on every machine. Other users may enter it. */
export function mountSmallDisk(size: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-disk-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    return undefined;
  }
  atEnd(() => execFileSync('umount', [folder]));
  return folder;
}
