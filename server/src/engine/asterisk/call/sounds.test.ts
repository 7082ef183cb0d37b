import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { atEnd } from '../../../../test/at-end.ts';

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
