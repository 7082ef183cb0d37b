import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { atEnd } from '../../../../test/at-end.ts';
import { makeSharedFolder } from './shared-folder.ts';
import { putSounds } from './sounds.ts';

const source = join(import.meta.dirname, 'sounds');
const wavs = readdirSync(source).filter((name) => name.endsWith('.wav'));

/** A node. As in containers, all nodes have the same process id. */
const node = (folder: string) =>
  new Worker(
    `import('${import.meta.resolve('./sounds.ts')}').then(({ putSounds }) => {
      for (let i = 0; i < 20; i++) putSounds(${JSON.stringify(folder)});
    })`,
    { eval: true },
  );

test('several nodes put the sounds into one folder at the same time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-sounds-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const exits = await Promise.all([1, 2, 3, 4].map(() => once(node(folder), 'exit')));
  assert.deepEqual(exits.flat(), [0, 0, 0, 0]);
  assert.deepEqual(readdirSync(join(folder, 'sounds')).sort(), wavs.sort());
  for (const name of wavs)
    assert.deepEqual(readFileSync(join(folder, 'sounds', name)), readFileSync(join(source, name)));
});

test('a start that was killed before it opened its folders to Asterisk is finished by the next one', () => {
  const shared = mkdtempSync(join(tmpdir(), 'trunkline-sounds-'));
  atEnd(() => rmSync(shared, { recursive: true, force: true }));
  chmodSync(shared, 0o2770);
  const folder = join(shared, 'asterisk-1');
  const place = join(folder, 'sounds');
  const makeKilled = `
    const fs = process.getBuiltinModule('fs');
    fs.chmodSync = () => process.kill(process.pid, 'SIGKILL');
    process.getBuiltinModule('module').syncBuiltinESMExports();
    const { makeSharedFolder } = await import('${import.meta.resolve('./shared-folder.ts')}');
    makeSharedFolder(${JSON.stringify(folder)});`;
  assert.equal(spawnSync(process.execPath, ['--input-type=module', '-e', makeKilled]).signal, 'SIGKILL');
  assert.equal(readdirSync(shared).length, 1);
  makeSharedFolder(folder);
  putSounds(folder);
  const half = join(place, 'beep.wav.killed.new');
  writeFileSync(half, 'half');
  utimesSync(half, 0, 0);
  const put = () => {
    makeSharedFolder(folder);
    putSounds(folder);
    return [folder, place].map((path) => statSync(path).mode & 0o777);
  };
  assert.deepEqual(put(), [0o770, 0o755]);
  assert.deepEqual(readdirSync(place).sort(), wavs.sort());
  // What the operator changes later stays.
  chmodSync(folder, 0o700);
  assert.deepEqual(put(), [0o700, 0o755]);
});
