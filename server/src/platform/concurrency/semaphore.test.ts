import assert from 'node:assert/strict';
import { test } from 'node:test';
import { semaphore } from './semaphore.ts';

test('so many go through at once, so many wait in their order, and the rest are turned away at once', async () => {
  const pass = semaphore({ atOnce: 2, waiting: 2 });
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const work = (i: number) =>
    pass(() => {
      begun.push(i);
      return ends[i]?.promise ?? Promise.resolve();
    });
  const first = [0, 1, 2, 3].map(work);
  await assert.rejects(work(4), { code: 'unavailable', headers: { 'retry-after': '2' } });
  assert.deepEqual(begun, [0, 1]);

  ends[1]?.reject(new Error('broken'));
  await assert.rejects(first[1] ?? Promise.resolve(), /broken/);
  assert.deepEqual(begun, [0, 1, 2], 'a failure makes room too');
  const late = work(4);
  for (const { resolve } of ends) resolve();
  await Promise.all([first[0], first[2], first[3], late]);
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
});
