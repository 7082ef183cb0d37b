// Builds the console into console/dist.
//
//   node console/build.ts              always
//   node console/build.ts --if-stale   only where dist is missing, or was built from other sources
//
// `npm start` runs the second one. It does not fail if the console cannot be built, for example on a read-only disk:
// telephones must ring also without a console.
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { checkFirstLoad } from './size-budget.ts';
import { servedPaths } from './src/paths.ts';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');
const stamp = join(dist, '.sources');
const compressed = /\.(js|css|svg)$/;

async function main(): Promise<number> {
  const ifStale = process.argv.includes('--if-stale');
  const sources = hashOfSources();
  if (ifStale && builtFrom() === sources) return 0;
  console.error('Building the console, because it is not there or its sources have changed. It takes a few seconds.');
  try {
    // Loaded only here: a start that has nothing to build must not wait for it.
    const { build } = await import('vite');
    // Its warnings are about words in libraries that only servers heed.
    await build({ root: folder, logLevel: 'error' });
    for (const name of readdirSync(join(dist, 'assets')))
      if (compressed.test(name)) compress(join(dist, 'assets', name));
    writeFileSync(join(dist, 'paths.json'), JSON.stringify(servedPaths));
    // Its figure is for those who work on the console.
    const isSmallEnough = ifStale || checkFirstLoad(dist, console.error);
    // Written last, so that a build that was killed is not taken for whole.
    writeFileSync(stamp, sources);
    return isSmallEnough ? 0 : 1;
  } catch (error) {
    if (!ifStale) throw error;
    console.error('The console could not be built, and the server starts without a new one:', error);
    return 0;
  }
}

/** Also of the lock file: another version of a library is another console. */
function hashOfSources(): string {
  const files = globSync(['src/**/*', '*.ts', '*.json', '*.html', '../package-lock.json'], {
    cwd: folder,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(folder.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function builtFrom(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Once here rather than at each request, and as small as it gets. */
function compress(file: string): void {
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
}

process.exitCode = await main();
