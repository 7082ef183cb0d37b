import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pausesOf } from './pauses.ts';

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000);
const call = { answered_at: at(0) };

test('pauses are counted from the answer', () => {
  assert.deepEqual(pausesOf(call, [at(2), at(5), at(8)]), [
    { start: 2, end: 5 },
    { start: 8, end: null },
  ]);
});

test('a hold that the recording leaves out moves the pauses after it, and shortens one around it', () => {
  const holds = [at(1), at(3), at(6), at(7)];
  assert.deepEqual(pausesOf(call, [at(0.5), at(2)], holds), [{ start: 0.5, end: 1 }]);
  assert.deepEqual(pausesOf(call, [at(4), at(8)], holds), [{ start: 2, end: 5 }]);
  assert.deepEqual(pausesOf(call, [at(4), at(8)], [at(1)]), [{ start: 1, end: 1 }], 'a hold that lasts');
});
