import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateLimits } from '../http/access/rate-limit.ts';
import { idOf } from '../platform/ids.ts';
import { countsOfMachine } from './counts-of-machine.ts';
import { countsOfWorker } from './counts-of-worker.ts';
import type { Counted } from './messages.ts';
import { poolShare, workerCount } from './worker-count.ts';

const limit = 1_000;
const tenantId = idOf('tenant', 1);

/** A parent and its workers; each message arrives in a later turn of the event loop, in order for each worker. */
function machineOf(workers: number) {
  const all = new Map<number, ReturnType<typeof countsOfWorker>>();
  const messages = { count: 0 };
  const later = (work: () => void) => {
    messages.count += 1;
    setImmediate(work);
  };
  const limits = rateLimits({ RATE_LIMIT: limit, LIVE_CALL_RATE_LIMIT: 0 });
  const machine = countsOfMachine(limits, {
    workers,
    recall: (id, counted) => later(() => all.get(id)?.recall(counted)),
  });
  for (let id = 1; id <= workers; id++)
    all.set(
      id,
      countsOfWorker({
        ask: (asked, receive) =>
          later(async () => {
            const answers = await Promise.all(asked.map((one) => machine.count(id, one)));
            later(() => receive(answers));
          }),
        giveBack: (counted, finished) => later(() => machine.returned(id, counted, finished)),
      }),
    );
  const workersOf = [...all.values()];
  return { machine, messages, workers: workersOf };
}

const keyOf = (number: number): Counted => ({ policy: 'requests', tenantId, meter: `key:${number}` });

/** Requests that follow each other on each of several connections, as a client sends them. Returns how many were admitted. */
async function burst(workers: ReturnType<typeof countsOfWorker>[], counted: Counted, requests: number) {
  let [sent, admitted] = [0, 0];
  const connections = Array.from({ length: 24 }, async (_, place) => {
    const worker = workers[place % workers.length];
    while (sent++ < requests) {
      const state = await worker?.count(counted, 1);
      if (state?.retryAfterSeconds === undefined) admitted += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  await Promise.all(connections);
  return admitted;
}

test('workers together admit exactly the limit, with far fewer messages than requests', async () => {
  for (let key = 1; key <= 20; key++) {
    const { workers, messages } = machineOf(3);
    assert.equal(await burst(workers, keyOf(key), limit + 300), limit);
    assert.ok(messages.count < limit, `${messages.count} messages`);
  }
});

test('what one worker has reserved and not used is neither lost nor admitted twice', async () => {
  for (let key = 1; key <= 20; key++) {
    const { workers } = machineOf(3);
    const [first, ...others] = workers;
    const own = first ? [first] : [];
    const admitted = [
      await burst(own, keyOf(key), 25), // It has reserved a block by now, and used little of it.
      await burst(others, keyOf(key), limit - 60),
      await burst(own, keyOf(key), 20),
      await burst(others, keyOf(key), 100),
      await burst(own, keyOf(key), 100),
    ];
    const sum = admitted.reduce((sum, one) => sum + one);
    assert.equal(sum, limit, `${admitted}`);
  }
});

test('requests at a moderate pace are counted one by one: what remains is exact on every worker', async () => {
  const { workers } = machineOf(2);
  for (let i = 1; i <= 20; i++) assert.equal((await workers[i % 2]?.count(keyOf(1), 1))?.remaining, limit - i);
});

test('the block of a worker that dies counts as used, and the others get the rest', async () => {
  const { workers, machine } = machineOf(2);
  const [first, second] = workers;
  assert.equal(await burst(first ? [first] : [], keyOf(1), 100), 100);
  machine.forget(1);
  const left = await burst(second ? [second] : [], keyOf(1), limit);
  assert.ok(left <= limit - 100 && left >= limit - 200, `${left}`);
});

test('a charge of many requests is counted in full, and refuses what no worker has reserved', async () => {
  const { workers } = machineOf(2);
  await burst(workers, keyOf(1), 200);
  await workers[0]?.count(keyOf(1), limit);
  assert.ok(((await workers[0]?.count(keyOf(1), 1))?.retryAfterSeconds ?? 0) > 0);
  assert.equal(await burst(workers, keyOf(1), 100), 0, 'the refusal has recalled the blocks of all workers');
});

test('half of the processors serve, unless a number is set', () => {
  const counts = [1, 2, 3, 4, 8, 64].map((processors) => workerCount({ WORKERS: 'auto' }, processors));
  assert.deepEqual(counts, [1, 1, 1, 2, 4, 16]);
  assert.equal(workerCount({ WORKERS: 3 }, 2), 3);
});

test('workers share the connections, and all of them fit into the embedded PostgreSQL', () => {
  assert.deepEqual(
    [1, 2, 4, 16].map((workers) => poolShare(16, workers)),
    [16, 8, 4, 4],
  );
  for (const size of [2, 16, 150])
    for (let workers = 2; workers <= 16; workers++) assert.ok(workers * (poolShare(size, workers) + 6) <= 190);
});
