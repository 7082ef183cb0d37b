import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, canReach, pickAccount } from '../../src/database/embedded-account.ts';
import { fetchTree, type Program, type Tree } from '../debian-programs.ts';

// etcd, Patroni, PostgreSQL and HAProxy of Debian 12, unpacked from its packages. The first time takes about 90 s and
// 440 MB of disk.

export type Programs = {
  etcd: Program;
  haproxy: Program;
  patroni: Program;
  patronictl: Program;
  /** The environment of Patroni's own Python. */
  pythonEnvironment: Record<string, string>;
  /** A folder of PostgreSQL's programs, each of which runs with its own loader. */
  postgresBin: string;
  /** The user that Patroni and PostgreSQL run as: PostgreSQL refuses to run as root. */
  account: Account | undefined;
};

const postgresPath = 'usr/lib/postgresql/15';

/** Returns the programs, and fetches them if necessary. `folder` receives what this lab needs of its own. */
export async function fetchPrograms(folder: string): Promise<Programs> {
  const account = pickAccount();
  const tree = reachable(await fetchClusterTree(), account, folder);
  const { root, program } = await tree;
  const python = program('usr/bin/python3.11');
  const withPython = (path: string) => ({ command: python.command, args: [...python.args, join(root, path)] });
  return {
    etcd: program('usr/bin/etcd'),
    haproxy: program('usr/sbin/haproxy'),
    patroni: withPython('usr/bin/patroni'),
    patronictl: withPython('usr/bin/patronictl'),
    pythonEnvironment: { PYTHONHOME: join(root, 'usr'), PYTHONDONTWRITEBYTECODE: '1' },
    postgresBin: await wrapPostgres(await tree, folder),
    account,
  };
}

const fetchClusterTree = () =>
  fetchTree({
    name: 'cluster',
    packages: ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql-15'],
    suites: ['bookworm'],
    version: 1,
  });

/** A cache in root's home folder is closed to the account, which gets a copy. */
async function reachable(tree: Tree, account: Account | undefined, folder: string): Promise<Tree> {
  if (!account || canReach(account, tree.root)) return tree;
  const root = join(folder, 'programs');
  await promisify(execFile)('cp', ['--archive', '--reflink=auto', tree.root, root]);
  const moved = (path: string) => path.replaceAll(tree.root, root);
  return {
    root,
    libraries: moved(tree.libraries),
    program(path) {
      const { command, args } = tree.program(path);
      return { command: moved(command), args: args.map(moved) };
    },
  };
}

/**
 * PostgreSQL's programs start each other from the folder of their own name. So that folder has a script for each, which starts
 * the program with its loader and under the script's name, beside links to the libraries and shared files.
 */
async function wrapPostgres({ root, program }: Tree, folder: string): Promise<string> {
  const copy = join(folder, 'postgres');
  const bin = join(copy, postgresPath, 'bin');
  mkdirSync(bin, { recursive: true });
  mkdirSync(join(copy, 'usr/share'));
  symlinkSync(join(root, postgresPath, 'lib'), join(copy, postgresPath, 'lib'));
  symlinkSync(join(root, 'usr/share/postgresql'), join(copy, 'usr/share/postgresql'));
  for (const name of await readdir(join(root, postgresPath, 'bin'))) {
    const { command, args } = program(join(postgresPath, 'bin', name));
    const script = join(bin, name);
    const words = [command, '--argv0', script, ...args].map((word) => `'${word}'`);
    writeFileSync(script, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
    chmodSync(script, 0o755);
  }
  return bin;
}
