import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { atEnd } from '../at-end.ts';

// console/build.ts in a copy of the console, so that other tests keep theirs.

const repository = join(import.meta.dirname, '../../..');
const clone = mkdtempSync(join(tmpdir(), 'trunkline-console-'));
atEnd(() => rmSync(clone, { recursive: true, force: true }));
const consoleFolder = join(clone, 'console');
const dist = join(consoleFolder, 'dist');
for (const name of [
  'src',
  'build.ts',
  'size-budget.ts',
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
])
  cpSync(join(repository, 'console', name), join(consoleFolder, name), { recursive: true });
for (const name of ['package-lock.json', 'tsconfig.json']) cpSync(join(repository, name), join(clone, name));
symlinkSync(join(repository, 'node_modules'), join(clone, 'node_modules'));

const build = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(consoleFolder, 'build.ts'), ...args], { cwd: clone });

function readIfThere(name: string): string | undefined {
  try {
    return readFileSync(join(dist, name), 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether a console says that it is complete, but lacks a file that its page names. */
function isBroken(): boolean {
  const [stamp, page = ''] = [readIfThere('.sources'), readIfThere('index.html')];
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name = '']) => name);
  const isWhole =
    named.length > 0 &&
    named.every((name) => ['', '.gz', '.br'].every((ending) => existsSync(join(dist, `${name}${ending}`))));
  return stamp !== undefined && stamp === readIfThere('.sources') && !isWhole;
}

test('builds at the same time disturb neither each other nor a reader, and clean up after a killed one', async () => {
  mkdirSync(join(consoleFolder, 'dist.new-4194305/assets'), { recursive: true });
  let isBuilding = true;
  const built = Promise.all([build(), build('--if-stale')]).finally(() => {
    isBuilding = false;
  });
  while (isBuilding) {
    // A console that is moved into place while it is looked at is found by the second look.
    assert.ok(!isBroken() || !isBroken(), 'half of a console is never served');
    await pause(1);
  }
  await built;
  assert.ok(readIfThere('.sources') && !isBroken());
  const names = readdirSync(consoleFolder).filter((name) => name.startsWith('dist'));
  assert.deepEqual(names, ['dist'], 'no folder of a build is left');
  assert.equal((await build('--beside')).stdout, '', 'a current console needs no packages and no build');
});

test('a console of which a power cut has emptied a file is built again', async () => {
  await build('--if-stale');
  const asset = join(dist, 'assets', readdirSync(join(dist, 'assets'))[0] ?? '');
  truncateSync(asset);
  await build('--if-stale');
  assert.ok(statSync(asset).size > 0);
});
