import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ticksIn, worstShare } from './stolen-time.ts';

test('stolen time is the eighth field of the first line, and guests are not counted twice', () => {
  const stat = 'cpu  100 10 50 800 5 0 5 30 100 10\ncpu0 1 1 1 1 1 1 1 999 0 0\n';
  assert.deepEqual(ticksIn(stat), { stolen: 30, all: 1_000 });
});

test('time that was stolen more than ten seconds before or after a file excuses nothing', () => {
  const spans = [
    { from: 0, to: 10_000, share: 0.5 },
    { from: 10_000, to: 20_000, share: 0.1 },
  ];
  assert.equal(worstShare(spans, 2_000, 3_000), 0.5);
  assert.equal(worstShare(spans, 19_000, 60_000), 0.5);
  assert.equal(worstShare(spans, 25_000, 60_000), 0.1);
  assert.equal(worstShare(spans, 35_000, 60_000), 0);
});

test('this machine says how much was stolen', { skip: process.platform !== 'linux' }, () => {
  const { stolen, all } = ticksIn(readFileSync('/proc/stat', 'utf8'));
  assert.ok(stolen >= 0 && all > stolen, `${stolen} of ${all}`);
});
