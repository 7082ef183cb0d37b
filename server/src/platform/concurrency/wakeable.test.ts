import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/until.ts';
import { type Wakeable, wakeable } from './wakeable.ts';

/** Work that counts its runs and ends when it is released. */
function heldWork() {
  const counts = { begun: 0, ended: 0, mostAtOnce: 0 };
  let release = Promise.withResolvers<void>();
  return {
    counts,
    work: async () => {
      counts.begun += 1;
      counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.begun - counts.ended);
      await release.promise;
      counts.ended += 1;
    },
    letGo() {
      release.resolve();
      release = Promise.withResolvers();
    },
  };
}

function countedWork() {
  const counts = { begun: 0 };
  return {
    counts,
    work: async () => {
      counts.begun += 1;
    },
  };
}

const wakeThrice = ({ wake }: Wakeable) => {
  for (let i = 0; i < 3; i++) wake();
};

test('woken several times in a turn it works once, and woken during the work once more', async () => {
  const { work, counts, letGo } = heldWork();
  const one = wakeable({ work });
  wakeThrice(one);
  await until(() => counts.begun === 1);
  wakeThrice(one);
  letGo();
  await until(() => counts.begun === 2);
  letGo();
  await one.stop();
  assert.deepEqual(counts, { begun: 2, ended: 2, mostAtOnce: 1 });
});

test('it pauses when there is no more work, and can be woken again', async () => {
  const { work, counts } = countedWork();
  const one = wakeable({ work });
  for (const expected of [1, 2, 3]) {
    one.wake();
    await until(() => counts.begun === expected);
  }
  await one.stop();
  assert.equal(counts.begun, 3);
});

test('it looks by itself, also without being woken', async () => {
  const { work, counts } = countedWork();
  const one = wakeable({ work, lookIn: () => 1 });
  await until(() => counts.begun > 3);
  await one.stop();
});

test('woken while it keeps its distance it waits, but does not when it is stopped', async () => {
  const { work, counts } = countedWork();
  const one = wakeable({ work, spacingMs: 3_600_000 });
  one.wake();
  await until(() => counts.begun === 1);
  wakeThrice(one);
  await one.stop();
  assert.equal(counts.begun, 2);
});

test('when stopped, it finishes running work and is woken no more', async () => {
  const { work, counts, letGo } = heldWork();
  const one = wakeable({ work });
  one.wake();
  await until(() => counts.begun === 1);
  const stopped = one.stop();
  one.wake();
  letGo();
  await stopped;
  one.wake();
  await new Promise(setImmediate);
  assert.deepEqual(counts, { begun: 1, ended: 1, mostAtOnce: 1 });
});
