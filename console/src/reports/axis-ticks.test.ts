import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ticksUpTo } from './axis-ticks.ts';

test('an axis has a few whole and round ticks, and reaches the largest value', () => {
  assert.deepEqual(ticksUpTo(0), [0, 1]);
  assert.deepEqual(ticksUpTo(1), [0, 1]);
  assert.deepEqual(ticksUpTo(3), [0, 1, 2, 3]);
  assert.deepEqual(ticksUpTo(27), [0, 10, 20, 30]);
  assert.deepEqual(ticksUpTo(100), [0, 20, 40, 60, 80, 100]);
  for (let largest = 1; largest < 100_000; largest += 37) {
    const ticks = ticksUpTo(largest);
    assert.ok(
      (ticks.at(-1) ?? 0) >= largest && (ticks.at(-2) ?? 0) < largest && ticks.length <= 6,
      `${largest}: ${ticks}`,
    );
    assert.ok(ticks.every(Number.isInteger), `${ticks}`);
  }
});
