import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../../src/database/file-lock.ts';
import { atEnd } from '../at-end.ts';
import { cacheFolder } from '../cache-folder.ts';
import { fetchTree, ownMirror } from '../debian-programs.ts';

// File systems of small Debian installations: mmdebstrap makes each of them once. Needs root.

const run = promisify(execFile);

export type DebianRoot = {
  name: string;
  suite: string;
  /** Besides the essential ones. */
  packages: string[];
  /** Another number makes every machine build it again. */
  version: number;
};

/** The file system as a tar archive, built if it is not in the cache yet, which takes a minute and downloads. */
export async function provideRoot({ name, suite, packages, version }: DebianRoot): Promise<string> {
  const file = join(cacheFolder, `${name}-${suite}-${process.arch}-${version}.tar`);
  if (existsSync(file)) return file;
  const mmdebstrap = { name: 'mmdebstrap', packages: ['mmdebstrap'], suites: ['bookworm'], version: 1 };
  const { root } = await fetchTree(mmdebstrap);
  await withLock(join(cacheFolder, `${name}-root.lock`), async () => {
    if (existsSync(file)) return;
    const draft = `${file}.new.tar`;
    const settings = ['--quiet', '--variant=minbase', `--include=${packages.join()}`];
    // The mirrors of test machines may be old.
    settings.push('--aptopt=Acquire::Check-Valid-Until "false"');
    await run('perl', [join(root, 'usr/bin/mmdebstrap'), ...settings, suite, draft, await ownMirror()]);
    await rename(draft, file);
  });
  return file;
}

/** A new folder with the files of the archive, and these files in its /root. It is removed at the end. */
export async function unpackRoot(archive: string, files: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-root-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  await run('tar', ['--extract', '--file', archive, '--directory', folder, '--exclude=./dev/*']);
  for (const file of files) await cp(file, join(folder, 'root', basename(file)), { recursive: true });
  return folder;
}

/**
 * Runs the script as root in a new copy of the archive, with its own processes and the network of this machine, and returns its output.
 * The folder `repository` is in its /repository, read-only.
 */
export async function runInRoot(
  archive: string,
  script: string,
  { files, repository, timeout }: { files: string[]; repository: string; timeout: number },
): Promise<string> {
  const folder = await unpackRoot(archive, files);
  await mkdir(join(folder, 'repository'));
  await writeFile(join(folder, 'root/script'), script);
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--uts', '--ipc', '--cgroup'];
  const enter = ['sh', join(import.meta.dirname, 'enter-root.sh'), folder, repository];
  try {
    const command = [...enter, 'bash', '-c', 'cd /root && exec 2>&1 && . ./script'];
    const { stdout } = await run('unshare', [...namespaces, ...command], {
      maxBuffer: 50_000_000,
      timeout,
      killSignal: 'SIGKILL',
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`The script failed in the small Debian.\n${stdout}\n${stderr}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
