import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
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
cpSync(join(repository, 'package-lock.json'), join(clone, 'package-lock.json'));
symlinkSync(join(repository, 'node_modules'), join(clone, 'node_modules'));

const build = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(consoleFolder, 'build.ts'), ...args], { cwd: clone });

/** The files that the page names and that are missing; undefined while there is no console. */
function missingAssets(): string[] | undefined {
  if (!existsSync(join(dist, 'index.html'))) return undefined;
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name = '']) => name);
  assert.ok(named.length > 0);
  return named.flatMap((name) => [name, `${name}.gz`, `${name}.br`]).filter((name) => !existsSync(join(dist, name)));
}

test('builds at the same time disturb neither each other nor a reader, and clean up after a killed one', async () => {
  mkdirSync(join(consoleFolder, 'dist.new-4194305/assets'), { recursive: true });
  let isBuilding = true;
  const built = Promise.all([build(), build('--if-stale')]).finally(() => {
    isBuilding = false;
  });
  while (isBuilding) {
    const missing = missingAssets();
    // A build that is moved into place between two looks is found by the second one.
    if (missing !== undefined && missing.length > 0) assert.deepEqual(missingAssets(), []);
    await pause(1);
  }
  await built;
  assert.deepEqual(missingAssets(), []);
  const names = readdirSync(consoleFolder).filter((name) => name.startsWith('dist'));
  assert.deepEqual(names, ['dist'], 'no folder of a build is left');
  assert.equal((await build('--beside')).stdout, '', 'a current console needs no packages and no build');
});
