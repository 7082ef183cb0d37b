import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../at-end.ts';
import { removeLeftovers } from './memory-folder.ts';

test('only folders of runs whose process has ended are removed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-leftovers-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const kept = [`trunkline-test-${process.pid}-a`, 'trunkline-test-mine', `another-${ended}-b`];
  for (const name of [...kept, `trunkline-test-${ended}-c`])
    mkdirSync(join(folder, name, 'postgres'), { recursive: true });
  removeLeftovers(folder);
  assert.deepEqual(readdirSync(folder).sort(), kept.toSorted());
});
