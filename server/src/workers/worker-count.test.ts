import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionsOf, poolShare, workerCount } from './worker-count.ts';

const auto = { WORKERS: 'auto', DATABASE_POOL_SIZE: 16 } as const;

const gibibyte = 1024 ** 3;

test('half of the processors serve, if there is memory for them, unless a number is set', () => {
  const countOn = (processors: number, memory = 64 * gibibyte) => workerCount(auto, undefined, { processors, memory });
  assert.deepEqual(
    [1, 2, 3, 4, 8, 64].map((processors) => countOn(processors)),
    [1, 1, 1, 2, 4, 16],
  );
  assert.deepEqual([countOn(8, gibibyte / 4), countOn(8, 1.9 * gibibyte), countOn(8, 4 * gibibyte)], [1, 3, 4]);
  assert.equal(workerCount({ ...auto, WORKERS: 3 }, 20, { processors: 2, memory: gibibyte }), 3);
});

test('workers share the connections, and all of them fit into the embedded PostgreSQL', () => {
  assert.deepEqual(
    [1, 2, 4, 16].map((workers) => poolShare(16, workers)),
    [16, 8, 4, 4],
  );
  for (const size of [2, 16, 64, 150])
    for (let workers = 1; workers <= 16; workers++) assert.ok(connectionsOf(size, workers) <= 190);
});

test('on an external PostgreSQL, auto uses no more than the pool, and leaves half of the connections to others', () => {
  const countOn = (accepted: number, DATABASE_POOL_SIZE = 16) =>
    workerCount({ ...auto, DATABASE_POOL_SIZE }, accepted, { processors: 64, memory: 64 * gibibyte });
  assert.deepEqual(
    [22, 50, 60, 97, 997].map((accepted) => countOn(accepted)),
    [1, 1, 3, 4, 4],
  );
  assert.deepEqual(
    [97, 197, 997].map((accepted) => countOn(accepted, 64)),
    [1, 13, 16],
  );
  for (const size of [2, 4, 16, 40, 150])
    for (let accepted = 10; accepted < 400; accepted += 10) {
      const workers = countOn(accepted, size);
      if (workers === 1) continue; // One process is the least.
      assert.ok(workers * poolShare(size, workers) <= size);
      assert.ok(connectionsOf(size, workers) <= accepted / 2);
    }
});
