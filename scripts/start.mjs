// Runs Trunkline: from the bundle of scripts/bundle.mjs if that is current, which loads in a third of the time, and otherwise from
// the sources. `./trunkline` starts it, and so does a server for each of its workers. It is plain JavaScript, because Node
// loads its TypeScript support, which takes 0.1 s, for a file that is not in the compile cache: so for the first file.

import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledFolder, currentBundle } from './current-bundle.mjs';

const isWorker = process.connected && process.argv[2] === 'worker';
const name = isWorker ? 'worker' : process.argv[2] === 'serve' ? 'serve' : undefined;
const bundled = name && currentBundle()?.[name];
// Compiled code is cached between starts: that of the sources where server/src/main.ts has it too, and that of the bundle where
// the next bundle removes it.
enableCompileCache(bundled ? compiledFolder : join(import.meta.dirname, '../node_modules/.cache/trunkline'));
// Errors name the lines of the sources.
if (bundled) process.setSourceMapsEnabled(true);
const sources = isWorker ? '../server/src/workers/worker.ts' : '../server/src/main.ts';
if (bundled) await loadBundle(pathToFileURL(bundled).href);
else await import(sources);

/** A build that ends in this moment may remove it. */
async function loadBundle(url) {
  try {
    await import(url);
  } catch (error) {
    // Not found, or found and then not read. Any other error is the program's own.
    if (error?.url !== url && error?.path !== bundled) throw error;
    await import(sources);
  }
}
