// Builds the console into console/dist.
//
//   node console/build.ts              always
//   node console/build.ts --if-stale   only where dist is missing, or was built from other sources; never fails
//   node console/build.ts --beside     the same beside a running server: installs what it needs, and reports to the server
//
// The second one does not fail if the console cannot be built, for example on a read-only disk: telephones must ring also without a
// console.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress as brotliCompressWith, constants, gzip as gzipWith } from 'node:zlib';
import { checkFirstLoad } from './size-budget.ts';
import { servedPaths } from './src/paths.ts';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');
/** Each build works in a folder of its own, and moves it into place when it is whole: a server reads dist at any moment. */
const draft = `${dist}.new-${process.pid}`;
const replaced = `${dist}.old-${process.pid}`;
const [gzip, brotliCompress] = [promisify(gzipWith), promisify(brotliCompressWith)];
/** The file with the hash of the sources, and the sizes of all others: a power cut may have emptied some. */
const stampName = '.sources';
const compressed = /\.(js|css|svg)$/;

async function main(): Promise<number> {
  const isBeside = process.argv.includes('--beside');
  const ifStale = isBeside || process.argv.includes('--if-stale');
  const sources = hashOfSources();
  if (ifStale && isBuiltFrom(sources)) return 0;
  // The server reads the first line as the beginning of the work.
  if (isBeside) console.log('building');
  else
    console.error('Building the console, because it is not there or its sources have changed. It takes a few seconds.');
  try {
    if (isBeside) await installPackages();
    await build(sources);
    // Its figure is for those who work on the console.
    return ifStale || checkFirstLoad(dist, console.error) ? 0 : 1;
  } catch (error) {
    if (!ifStale) throw error;
    console.error('The console could not be built:', error);
    return isBeside ? 1 : 0;
  }
}

/** `npm start` has installed only what the server needs. */
async function installPackages(): Promise<void> {
  const install = join(folder, '../scripts/install.mjs');
  const child = spawn(process.execPath, [install, '--omit-dev', '--beside'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('Its packages could not be installed.');
}

async function build(sources: string): Promise<void> {
  removeLeftovers();
  try {
    // Loaded only here: a start that has nothing to build must not wait for it.
    const { build } = await import('vite');
    // Its warnings are about words in libraries that only servers heed.
    await build({ root: folder, logLevel: 'error', build: { outDir: draft, emptyOutDir: true } });
    const assets = readdirSync(join(draft, 'assets')).filter((name) => compressed.test(name));
    await Promise.all(assets.map((name) => compress(join(draft, 'assets', name))));
    writeFileSync(join(draft, 'paths.json'), JSON.stringify(servedPaths));
    writeFileSync(join(draft, stampName), stampOf(sources, draft));
    putInPlace();
  } finally {
    for (const path of [draft, replaced]) rmSync(path, { recursive: true, force: true });
  }
}

/** What builds that were killed have left. */
function removeLeftovers(): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^dist\.(?:new|old)-(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** If another build has just put its own there, ours replaces that one. */
function putInPlace(): void {
  for (;;) {
    try {
      renameSync(dist, replaced);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    try {
      renameSync(draft, dist);
      return;
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
      rmSync(replaced, { recursive: true, force: true });
    }
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

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

function isBuiltFrom(sources: string): boolean {
  try {
    return readFileSync(join(dist, stampName), 'utf8') === stampOf(sources, dist);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function stampOf(sources: string, built: string): string {
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name !== stampName);
  const files = names
    .map((name) => ({ name, found: statSync(join(built, name)) }))
    .filter(({ found }) => found.isFile());
  return [sources, ...files.map(({ name, found }) => `${name} ${found.size}`).sort()].join('\n');
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
