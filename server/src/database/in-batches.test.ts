import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../test/until.ts';
import { problem } from '../platform/problem.ts';
import { inBatches } from './in-batches.ts';

/** Doubles numbers once it is released, and records the batches. */
function heldDoubling(fails: (items: number[]) => Error | undefined = () => undefined) {
  const batches: number[][] = [];
  const gate = Promise.withResolvers<void>();
  return {
    batches,
    letGo: gate.resolve,
    perform: async (items: number[]) => {
      batches.push(items);
      await gate.promise;
      const failure = fails(items);
      if (failure) throw failure;
      return items.map((item) => 2 * item);
    },
  };
}

const statusesOf = async (added: Promise<number>[]) =>
  (await Promise.allSettled(added)).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message));

test('items that arrive during a batch form the next ones, of limited size, in order, each with its own result', async () => {
  const { perform, batches, letGo } = heldDoubling();
  const queue = inBatches({ perform, most: 3, whileOutOfReach: 'fail' });
  const added = [1, 2].map(queue.add);
  await until(() => batches.length === 1);
  added.push(...[3, 4, 5, 6].map(queue.add));
  letGo();
  assert.deepEqual(await Promise.all(added), [2, 4, 6, 8, 10, 12]);
  assert.deepEqual(batches, [[1, 2], [3, 4, 5], [6]]);
});

test('items of different kinds do not wait for each other', async () => {
  const { perform, batches, letGo } = heldDoubling();
  const kindOf = (item: number) => (item % 2 ? 'odd' : 'even');
  const queue = inBatches({ perform, most: 10, kindOf, whileOutOfReach: 'fail' });
  const added = [1, 2, 3, 4].map(queue.add);
  await until(() => batches.length === 2);
  assert.deepEqual(batches, [
    [1, 3],
    [2, 4],
  ]);
  letGo();
  assert.deepEqual(await Promise.all(added), [2, 4, 6, 8]);
});

test('with a rest between batches, items that come one after the other share one; a single item does not wait', async () => {
  const { perform, batches, letGo } = heldDoubling();
  letGo();
  const queue = inBatches({ perform, most: 10, restMs: 1_000, whileOutOfReach: 'fail' });
  assert.equal(await queue.add(1), 2);
  const added = [queue.add(2)];
  await new Promise(setImmediate);
  added.push(queue.add(3));
  assert.deepEqual(await Promise.all(added), [4, 6]);
  assert.deepEqual(batches, [[1], [2, 3]]);
});

test('a failing item fails alone, and later items continue', async () => {
  const { perform, letGo } = heldDoubling((items) => (items.includes(2) ? new Error('not 2') : undefined));
  const queue = inBatches({ perform, most: 3, whileOutOfReach: 'wait' });
  const added = [1, 2, 3, 4].map(queue.add);
  letGo();
  assert.deepEqual(await statusesOf(added), [2, 'not 2', 6, 8]);
});

test('an unreachable database fails all items that do not wait for it, and the next item is tried again', async () => {
  let isOut = true;
  const { perform, batches, letGo } = heldDoubling(() => (isOut ? problem('unavailable') : undefined));
  const queue = inBatches({ perform, most: 3, whileOutOfReach: 'fail' });
  letGo();
  const { message } = problem('unavailable');
  assert.deepEqual(await statusesOf([1, 2].map(queue.add)), [message, message]);
  assert.equal(batches.length, 1);
  isOut = false;
  assert.equal(await queue.add(3), 6);
});

test('an item that is held up by a lock is tried alone, and delays neither its batch nor the next one', async () => {
  const blocked = () => problem('unavailable', { cause: Object.assign(new Error('locked'), { code: '55P03' }) });
  const patience = Promise.withResolvers<void>();
  const queue = inBatches({
    most: 3,
    whileOutOfReach: 'fail',
    perform: async (items: number[], isLastTry) => {
      if (items.includes(2) && !isLastTry) throw blocked();
      if (items.includes(2)) await patience.promise;
      return items.map((item) => 2 * item);
    },
  });
  const [first, second, third, fourth] = [1, 2, 3, 4].map(queue.add);
  assert.deepEqual(await Promise.all([first, third, fourth]), [2, 6, 8]);
  patience.resolve();
  assert.equal(await second, 4);
});

test('an item that waited too long for its batch is refused', async () => {
  const { perform, batches, letGo } = heldDoubling();
  const queue = inBatches({ perform, most: 3, whileOutOfReach: 'fail', longestWaitMs: 1_000 });
  const first = queue.add(1);
  await until(() => batches.length === 1);
  const late = queue.add(2);
  const began = performance.now();
  await until(() => performance.now() > began + 1_000);
  letGo();
  assert.equal(await first, 2);
  assert.deepEqual(await statusesOf([late]), [problem('unavailable').message]);
  assert.equal(batches.length, 1);
});

test('items wait for a database that is out of reach, in their batch', async () => {
  let failures = 0;
  const { perform, batches, letGo } = heldDoubling(() => (failures++ < 2 ? problem('unavailable') : undefined));
  const queue = inBatches({ perform, most: 3, whileOutOfReach: 'wait' });
  letGo();
  assert.deepEqual(await Promise.all([1, 2].map(queue.add)), [2, 4]);
  assert.deepEqual(batches, [
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
});

test('when stopped, it finishes added items, but does not wait for a database', async () => {
  const { perform, letGo } = heldDoubling();
  const queue = inBatches({ perform, most: 1, whileOutOfReach: 'wait' });
  const added = [1, 2, 3].map(queue.add);
  const stopped = queue.stop();
  letGo();
  await stopped;
  assert.deepEqual(await Promise.all(added), [2, 4, 6]);

  const cut = heldDoubling(() => problem('unavailable'));
  const cutQueue = inBatches({ perform: cut.perform, most: 1, whileOutOfReach: 'wait' });
  const lost = statusesOf([1, 2, 3].map(cutQueue.add));
  cut.letGo();
  await until(() => cut.batches.length > 1);
  await cutQueue.stop();
  const { message } = problem('unavailable');
  assert.deepEqual(await lost, [message, message, message]);
  assert.ok(cut.batches.every(([item]) => item === 1));
});
