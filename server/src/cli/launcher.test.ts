import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';

// ./trunkline and scripts/install.mjs, in a repository with a program that prints how it was started and, with the argument
// `hash`, by how many MB some hashed passwords made it larger. Of its two packages the one that the server needs is installed.

const repository = join(import.meta.dirname, '../../..');
const root = mkdtempSync(join(tmpdir(), 'trunkline-launcher-'));
atEnd(() => rmSync(root, { recursive: true, force: true }));
const clone = join(root, 'a clone');
const passwords = join(repository, 'server/src/administrators/credentials/password.ts');
const elsewhere = join(root, 'elsewhere');
const machine = join(root, 'bin');
const checks = join(root, 'checks');

const installed = { server: { version: '0.1.0' }, 'node_modules/one': { version: '1.0.0', bin: { node: 'bin/node' } } };
const packages = {
  ...installed,
  '': { optionalDependencies: { one: '1.0.0' } },
  console: { dependencies: { two: '1.0.0' } },
  'node_modules/two': { version: '1.0.0' },
};
const files = {
  'package-lock.json': { packages },
  'node_modules/.package-lock.json': { packages: installed },
  'package.json': { type: 'module' },
};
for (const folder of ['node_modules/one', 'node_modules/.bin', 'server/src'])
  mkdirSync(join(clone, folder), { recursive: true });
for (const [name, content] of Object.entries(files)) writeFileSync(join(clone, name), JSON.stringify(content));
for (const name of ['trunkline', 'scripts']) cpSync(join(repository, name), join(clone, name), { recursive: true });
symlinkSync(process.execPath, join(clone, 'node_modules/.bin/node'));
writeFileSync(
  join(clone, 'server/src/main.ts'),
  `process.stdin.on('data', async (input: Buffer) => {
    if (process.argv[2] === 'hash') {
      const { hashPassword } = await import(${JSON.stringify(passwords)});
      await hashPassword('first');
      const before = process.memoryUsage.rss();
      for (let i = 0; i < 12; i++) await hashPassword('password');
      console.log((process.memoryUsage.rss() - before) / 2 ** 20);
      return;
    }
    const { TRUNKLINE_COMMAND: command, INIT_CWD: typedIn } = process.env;
    const folder = process.cwd();
    console.log(JSON.stringify({ args: process.argv.slice(2), command, folder, typedIn, input: String(input) }));
    process.exitCode = 7;
  });`,
);
for (const folder of [elsewhere, machine]) mkdirSync(folder);
useProgram('node', `echo check >> '${checks}'; exec '${process.execPath}' "$@"`);
writeFileSync(checks, '');

/** A program that the machine has, before anything is installed. */
function useProgram(name: string, script: string): void {
  writeFileSync(join(machine, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(machine, name), 0o755);
}

/** How often the slow check has run since the last question. */
function newChecks(): number {
  const lines = readFileSync(checks, 'utf8').split('check').length - 1;
  writeFileSync(checks, '');
  return lines / 2; // One start for the version, one for the check.
}

type Ended = { code: number; out: string; err: string };

function run(file: string, args: string[] = [], path = `${machine}:/usr/bin:/bin`): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(file, args, { cwd: elsewhere, env: { PATH: path } }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.on('error', () => {}); // It may end without having read anything.
    child.stdin?.end('secret');
  });
}

const launcher = join(clone, 'trunkline');

test('a command gets its arguments and its input, runs in the repository, and its exit code is passed on', async () => {
  const args = ['key', 'create', '--name', "two words, 'quoted' \\ $HOME", ''];
  const { code, out, err } = await run(launcher, args);
  assert.deepEqual([code, err], [7, '']);
  assert.deepEqual(JSON.parse(out), { args, command: launcher, folder: clone, typedIn: elsewhere, input: 'secret' });
});

test('memory for hashing passwords goes back to the system', async () => {
  const { out } = await run(launcher, ['hash']);
  assert.ok(Number.parseFloat(out) < 20, `the program is ${out} MB larger`);
});

test('a symbolic link works, also a relative one to another link', async () => {
  symlinkSync('../a clone/trunkline', join(elsewhere, 'first'));
  symlinkSync('../elsewhere/first', join(machine, 'trunkline'));
  const linked = JSON.parse((await run(join(elsewhere, 'first'))).out);
  assert.deepEqual([linked.folder, linked.command], [clone, join(elsewhere, 'first')]);
  assert.deepEqual(JSON.parse((await run('./first')).out).command, './first');
  const found = JSON.parse((await run('trunkline')).out);
  assert.deepEqual([found.folder, found.command], [clone, 'trunkline'], 'the shell has found it in the PATH');
});

test('the packages are checked once, and again when package-lock.json or node_modules has changed', async () => {
  newChecks();
  await run(launcher);
  assert.equal(newChecks(), 0);

  const lock = join(clone, 'package-lock.json');
  writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`);
  await run(launcher);
  assert.equal(newChecks(), 1);

  writeFileSync(join(clone, 'node_modules/new'), '');
  await run(launcher);
  assert.equal(newChecks(), 1);

  writeFileSync(
    join(clone, 'node_modules/.package-lock.json'),
    JSON.stringify(files['node_modules/.package-lock.json']),
  );
  await run(launcher);
  assert.equal(newChecks(), 1);
  await run(launcher);
  assert.equal(newChecks(), 0);
});

test('an interrupted installation, or one with a missing package, is completed before the command runs', async () => {
  newChecks();
  mkdirSync(join(clone, '.install-lock'));
  assert.equal((await run(launcher)).code, 7);
  assert.equal(newChecks(), 1);

  rmSync(join(clone, 'node_modules/one'), { recursive: true });
  useProgram('npm', 'exit 3');
  const failed = await run(launcher);
  assert.deepEqual([failed.code, failed.out], [1, '']);
  assert.match(failed.err, /^npm could not install the dependencies \(exit code 3\)/m);

  useProgram('npm', 'mkdir node_modules/one');
  // Packages that a power cut could empty do not count as installed.
  useProgram('sync', '[ -e node_modules/.trunkline-checked-lock.json ] || ls .install-lock > synced');
  const { code, err } = await run(launcher);
  assert.notEqual(readFileSync(join(clone, 'synced'), 'utf8'), '', 'the lock is held meanwhile');
  assert.equal(code, 7);
  assert.match(err, /^Installing the dependencies, because node_modules\/one is missing\.$/m);
  newChecks();
  assert.deepEqual([(await run(launcher)).err, newChecks()], ['', 0]);
});

test('an interrupted installation of the console delays no command, and the next one repairs only the console', async () => {
  const killed = join(clone, '.install-lock', `${2 ** 22 + 1}-1`);
  mkdirSync(killed, { recursive: true });
  mkdirSync(join(clone, 'node_modules/two'));
  writeFileSync(join(clone, 'node_modules/two/half'), '');
  const { code, err } = await run(launcher);
  assert.deepEqual([code, err], [7, '']);
  assert.ok(existsSync(killed), 'the lock is left to the next installation');

  useProgram('npm', 'ls node_modules > npm-found; mkdir node_modules/two');
  await run(process.execPath, [join(clone, 'scripts/install.mjs'), '--omit-dev']);
  const found = readFileSync(join(clone, 'npm-found'), 'utf8').split('\n');
  assert.deepEqual([found.includes('one'), found.includes('two')], [true, false]);
  assert.ok(!existsSync(join(clone, '.install-lock')));
  assert.equal((await run(launcher)).code, 7);
});

test('without Node, or with one too old, a sentence says which is needed, and an installed Trunkline runs', async () => {
  rmSync(join(clone, 'node_modules/.trunkline-checked-lock.json'), { force: true });
  useProgram('node', 'echo v18.20.0');
  assert.equal((await run(launcher)).code, 7);

  rmSync(join(clone, 'node_modules'), { recursive: true });
  const sentence = (found: string) =>
    `Trunkline needs Node 20 or later to install itself, and this machine has ${found}. ` +
    'Install it from https://nodejs.org and run the same command again.\n';
  assert.deepEqual(await run(launcher), { code: 1, out: '', err: sentence('v18.20.0') });
  rmSync(join(machine, 'node'));
  assert.deepEqual(await run(launcher, [], machine), { code: 1, out: '', err: sentence('none') });
});
