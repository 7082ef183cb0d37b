import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { tryLockFile, withLock } from './file-lock.ts';

const holder = `
  import { tryLockFile } from '${import.meta.resolve('./file-lock.ts')}';
  console.log(tryLockFile(process.argv[1]) ? 'held' : 'refused');
  setInterval(() => {}, 1000);
`;

function makeLockPath(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'some.lock');
}

test('a lock has one holder, and passes on when it is released', (t) => {
  const path = makeLockPath(t);
  const lock = tryLockFile(path);
  assert.ok(lock);
  assert.equal(tryLockFile(path), undefined);
  assert.equal(statSync(path).mode & 0o777, 0o600);

  lock.release();
  lock.release();
  const next = tryLockFile(path);
  assert.ok(next);
  next.release();
});

test('a lock held by another process is refused, and is free as soon as that process is killed', async (t) => {
  const path = makeLockPath(t);
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [answer] = await once(child.stdout, 'data');
  assert.equal(String(answer).trim(), 'held');
  assert.equal(tryLockFile(path), undefined);

  const waiting = withLock(path, async () => 'done');
  child.kill('SIGKILL');
  assert.equal(await waiting, 'done');
});

test('waiting for a lock ends when it is called off', async (t) => {
  const path = makeLockPath(t);
  const lock = tryLockFile(path);
  const ending = new AbortController();
  const waiting = withLock(path, async () => 'done', ending.signal);
  ending.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  lock?.release();
});

test('work done under a lock is done one at a time, and the lock survives its failure', async (t) => {
  const path = makeLockPath(t);
  let inside = 0;
  const work = async () => {
    inside += 1;
    assert.equal(inside, 1);
    await new Promise(setImmediate);
    inside -= 1;
  };
  await Promise.all([1, 2, 3, 4].map(() => withLock(path, work)));
  await assert.rejects(
    withLock(path, () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  );
  await withLock(path, work);
});

test('a lock in a folder that is not there is refused with a sentence', () => {
  assert.throws(
    () => tryLockFile(join(tmpdir(), 'no-such-folder', 'some.lock')),
    /cannot be used. See that its folder/,
  );
});
