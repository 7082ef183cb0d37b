// Which bundle of the server may be used in the place of its sources: see scripts/bundle.mjs.

import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = dirname(import.meta.dirname);
export const bundleFolder = join(root, 'server/dist');
/** For the code that Node compiles of the bundle. */
export const compiledFolder = join(bundleFolder, 'compiled');
/** It names the files of the bundle and all files that the bundle was made of, and is written last. */
export const listName = 'bundle.json';

/**
 * The programs of the bundle, or undefined if any file differs from those it was made of. A package (scripts/stage.mjs) has the
 * bundle that belongs to it, and other times of its files.
 */
export function currentBundle() {
  const list = readList();
  if (list?.isPackaged) return inBundleFolder(list.programs);
  if (list?.root !== root) return undefined;
  for (const [path, stamp] of Object.entries(list.stamps)) {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (!found || stampOf(found) !== stamp) return undefined;
  }
  return inBundleFolder(list.programs);
}

const inBundleFolder = (programs) =>
  Object.fromEntries(Object.entries(programs).map(([program, name]) => [program, join(bundleFolder, name)]));

/** Programs can set the first time of a file to any value, but not the second one, so no change goes unnoticed. */
export const stampOf = ({ size, mtimeMs, ctimeMs }) => `${size} ${mtimeMs} ${ctimeMs}`;

/** Without a list, with half of one, or with one that this user may not read, there is no bundle. */
export function readList() {
  try {
    return JSON.parse(readFileSync(join(bundleFolder, listName), 'utf8'));
  } catch {
    return undefined;
  }
}
