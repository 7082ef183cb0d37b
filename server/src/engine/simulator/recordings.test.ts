import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { conversationOf } from './conversations.ts';
import { recordInto } from './recordings.ts';

test('a call that is recorded again, now shorter, then whole, leaves the recordings of others as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-recordings-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const record = recordInto(folder);
  const { milliseconds } = conversationOf(3);
  const whole = 44 + milliseconds * 32;

  const { file: other } = await record('other', 3, milliseconds);
  const { file } = await record('call', 3, milliseconds);
  assert.equal(statSync(file).size, whole);
  assert.equal((await record('call', 3, 1_000)).file, file);
  assert.equal(statSync(file).size, 44 + 32_000);
  await record('call', 3, milliseconds);
  assert.equal(statSync(file).size, whole);
  assert.equal(statSync(other).size, whole);
});
