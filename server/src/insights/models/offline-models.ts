import { lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { runtimeName } from './runtime.ts';

/**
 * Uses the models of a folder that was copied from another machine's `DATA_DIR/models`, without copying them: a link takes the
 * place of each model that is not there yet. Without them calls are still made and models downloaded, so a failure is logged.
 */
export function linkOfflineModels(offline: string, models: string, log: Log): void {
  try {
    // The target of a relative link would be looked for beside the link.
    linkFolders(resolve(offline), resolve(models));
  } catch (error) {
    log('insight.offline_models_failed', { err: error });
  }
}

/** The runtime is two packages in a folder of folders, of which one may be there: each package is linked by itself. */
function linkFolders(offline: string, models: string): void {
  mkdirSync(models, { recursive: true });
  for (const entry of readdirSync(offline, { withFileTypes: true })) {
    const [from, to] = [join(offline, entry.name), join(models, entry.name)];
    if (!entry.isDirectory()) continue;
    if (entry.name === runtimeName || entry.name === 'node_modules') linkFolders(from, to);
    else link(from, to);
  }
}

/** Replaces a link to another folder, such as a `MODELS_DIR` from before. */
function link(from: string, to: string): void {
  const there = lstatSync(to, { throwIfNoEntry: false });
  if (there?.isSymbolicLink()) {
    if (resolve(dirname(to), readlinkSync(to)) === from) return;
    unlinkSync(to);
  } else if (there) return;
  // On Windows a junction needs no special right, and a link does. Other systems ignore the type.
  symlinkSync(from, to, 'junction');
}
