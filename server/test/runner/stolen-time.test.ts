import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ticksIn } from './stolen-time.ts';

test('stolen time is the eighth field of the first line, and guests are not counted twice', () => {
  const stat = 'cpu  100 10 50 800 5 0 5 30 100 10\ncpu0 1 1 1 1 1 1 1 999 0 0\n';
  assert.deepEqual(ticksIn(stat), { stolen: 30, all: 1_000 });
});

test('this machine says how much was stolen', { skip: process.platform !== 'linux' }, () => {
  const { stolen, all } = ticksIn(readFileSync('/proc/stat', 'utf8'));
  assert.ok(stolen >= 0 && all > stolen, `${stolen} of ${all}`);
});
