// Builds the console into console/dist.
//
//   node console/build.ts              always
//   node console/build.ts --if-stale   only where dist is missing, or was built from other sources
//
// `npm start` runs the second one, beside the server. It does not fail if the console cannot be built, for example on a read-only disk:
// telephones must ring also without a console.
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress as brotliCompressWith, constants, gzip as gzipWith } from 'node:zlib';
import { checkFirstLoad } from './size-budget.ts';
import { servedPaths } from './src/paths.ts';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');
const stamp = join(dist, '.sources');
const [gzip, brotliCompress] = [promisify(gzipWith), promisify(brotliCompressWith)];
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
    const assets = readdirSync(join(dist, 'assets')).filter((name) => compressed.test(name));
    await Promise.all(assets.map((name) => compress(join(dist, 'assets', name))));
    writeFileSync(join(dist, 'paths.json'), JSON.stringify(servedPaths));
    // Its figure is for those who work on the console.
    const isSmallEnough = ifStale || checkFirstLoad(dist, console.error);
    // Written last, so that a build that was killed is not taken for whole.
    writeFileSync(stamp, sources);
    if (ifStale) console.error('The console is built.');
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

/**
 * Once here rather than at each request, on all processors. The highest quality would make the files 1.7 % smaller and take three
 * times as long, two thirds of the whole build.
 */
async function compress(file: string): Promise<void> {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY - 1 };
  const [gzipped, brotli] = await Promise.all([gzip(content, { level: 9 }), brotliCompress(content, { params })]);
  writeFileSync(`${file}.gz`, gzipped);
  writeFileSync(`${file}.br`, brotli);
}

process.exitCode = await main();
