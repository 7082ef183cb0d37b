import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../src/database/file-lock.ts';
import { cacheFolder } from './cache-folder.ts';

// Runs programs of Debian without installing anything: a private apt downloads the packages with all their libraries, and they
// are unpacked into the user's cache folder, where they run with their own loader. It needs no root and changes nothing else on
// the machine.

const run = promisify(execFile);

/** The command that starts a program of the unpacked tree. */
export type Program = { command: string; args: string[] };

export type DebianPackages = {
  name: string;
  packages: string[];
  /** Tried in this order. */
  suites: string[];
  /** Another number makes every machine download again. */
  version: number;
};

export type Tree = { root: string; libraries: string; program(path: string): Program };

type Architecture = { name: string; triplet: string; loader: string };

const architectures: Record<string, Architecture> = {
  x64: { name: 'amd64', triplet: 'x86_64-linux-gnu', loader: 'usr/lib64/ld-linux-x86-64.so.2' },
  arm64: { name: 'arm64', triplet: 'aarch64-linux-gnu', loader: 'usr/lib/ld-linux-aarch64.so.1' },
};

/** The unpacked packages, downloaded if they are not there yet. Fails with the reason if they are not available. */
export async function fetchTree(wanted: DebianPackages): Promise<Tree> {
  const architecture = architectures[process.arch];
  if (process.platform !== 'linux' || !architecture)
    throw new Error(`Debian's ${wanted.packages[0]} does not run on ${process.platform} ${process.arch}.`);
  const root = join(cacheFolder, `${wanted.name}-${architecture.name}-${wanted.version}`);
  if (!existsSync(root)) {
    await mkdir(cacheFolder, { recursive: true });
    await withLock(join(cacheFolder, `${wanted.name}.lock`), async () => {
      if (!existsSync(root)) await fetchInto(root, architecture, wanted);
    });
  }
  const libraries = join(root, 'usr/lib', architecture.triplet);
  // The libraries of PulseAudio and Kamailio are in separate folders, with an absolute name.
  const folders = [libraries, ...['pulseaudio', 'kamailio'].map((name) => join(libraries, name))];
  const args = ['--library-path', folders.join(':')];
  return {
    root,
    libraries,
    program: (path) => ({ command: join(root, architecture.loader), args: [...args, join(root, path)] }),
  };
}

/** The tree is complete when it has its final name. */
async function fetchInto(
  root: string,
  architecture: Architecture,
  { packages, suites }: DebianPackages,
): Promise<void> {
  const staging = `${root}.new`;
  const mirror = await ownMirror();
  const failures: unknown[] = [];
  for (const suite of suites) {
    try {
      await rm(staging, { recursive: true, force: true });
      const archives = await download(join(staging, 'apt'), mirror, suite, packages, architecture);
      await unpack(archives, join(staging, 'root'));
      await rename(join(staging, 'root'), root);
      await rm(staging, { recursive: true, force: true });
      return;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(
    failures,
    `Debian's ${packages[0]} could not be fetched: ${failures.map(String).join('; ')}`,
  );
}

/** The mirror that this machine's own apt uses. */
export async function ownMirror(): Promise<string> {
  const filters = ['Created-By: Packages', 'Origin: Debian'];
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...filters]);
  const mirror = stdout.split('\n').find((line) => line && !line.includes('security'));
  if (!mirror) throw new Error("This machine's apt knows no mirror of Debian.");
  return mirror;
}

async function download(
  folder: string,
  mirror: string,
  suite: string,
  packages: string[],
  { name }: Architecture,
): Promise<string> {
  const within = (path: string) => join(folder, path);
  for (const path of ['etc/empty', 'state/lists/partial', 'cache/archives/partial'])
    await mkdir(within(path), { recursive: true });
  await writeFile(within('state/status'), '');
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  await writeFile(within('etc/sources.list'), `deb [signed-by=${keys}] ${mirror} ${suite} main\n`);
  const settings = {
    'Dir::Etc': within('etc'),
    'Dir::Etc::sourcelist': within('etc/sources.list'),
    'Dir::Etc::sourceparts': within('etc/empty'),
    'Dir::Etc::parts': within('etc/empty'),
    'Dir::Etc::preferencesparts': within('etc/empty'),
    'Dir::State': within('state'),
    'Dir::State::status': within('state/status'),
    'Dir::Cache': within('cache'),
    'APT::Architecture': name,
    'APT::Architectures': name,
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'Acquire::Check-Valid-Until': 'false',
    'Debug::NoLocking': 'true',
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key} "${value}";\n`);
  await writeFile(within('apt.conf'), lines.join(''));
  const env = { ...process.env, APT_CONFIG: within('apt.conf') };
  await run('apt-get', ['-qq', 'update'], { env });
  await run('apt-get', ['-qq', '-y', '--download-only', 'install', ...packages], { env });
  return within('cache/archives');
}

/** Debian has merged /bin into /usr/bin and so on, and the packages rely on these links. */
async function unpack(archives: string, root: string): Promise<void> {
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) {
    await mkdir(join(root, 'usr', folder), { recursive: true });
    await symlink(`usr/${folder}`, join(root, folder));
  }
  for (const name of (await readdir(archives)).filter((name) => name.endsWith('.deb'))) {
    const tar = join(root, '..', 'package.tar');
    await run('sh', ['-c', 'dpkg-deb --fsys-tarfile "$1" > "$2"', 'sh', join(archives, name), tar]);
    await run('tar', ['-x', '-f', tar, '-C', root, '--keep-directory-symlink', '--no-same-owner']);
  }
}
