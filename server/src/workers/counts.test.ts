import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RateLimitState, rateLimits } from '../http/access/rate-limit.ts';
import { idOf } from '../platform/ids.ts';
import { batchPerTurn } from './batch-per-turn.ts';
import { countsOfMachine } from './counts-of-machine.ts';
import { countsOfWorker } from './counts-of-worker.ts';
import type { Counted, CountMessage, CountReport } from './messages.ts';

const limit = 1_000;
const tenantId = idOf('tenant', 1);

/** A parent and its workers. Each message arrives as JSON in a later turn of the event loop, in order for each worker. */
function machineOf(workers: number) {
  const all = new Map<number, ReturnType<typeof countsOfWorker>>();
  const toWorkers = new Map<number, (message: CountMessage) => void>();
  /** Workers that do not process what they receive. */
  const stopped = new Set<number>();
  const messages = { count: 0 };
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const channel = <T>(receive: (item: T) => void) =>
    batchPerTurn<T>((items) => {
      messages.count += 1;
      const text = JSON.stringify(items);
      setImmediate(() => {
        for (const item of JSON.parse(text)) receive(item);
      });
    });
  const limits = rateLimits({ RATE_LIMIT: limit, LIVE_CALL_RATE_LIMIT: 0 });
  const send = (id: number, message: CountMessage) => toWorkers.get(id)?.(message);
  const machine = countsOfMachine(limits, { workers, send }, now);
  for (let id = 1; id <= workers; id++) {
    const worker = countsOfWorker(
      channel<CountReport>((report) => {
        if (!stopped.has(id)) machine.receive(id, report);
      }),
    );
    all.set(id, worker);
    toWorkers.set(
      id,
      channel<CountMessage>((message) => {
        if (!stopped.has(id)) worker.receive(message);
      }),
    );
  }
  return { machine, messages, clock, stopped, workers: [...all.values()] };
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

const admittedOf = (states: RateLimitState[]) =>
  states.filter(({ retryAfterSeconds }) => retryAfterSeconds === undefined).length;

/** All requests in one turn of the event loop, spread over the workers. */
const atOnce = (workers: ReturnType<typeof countsOfWorker>[], counted: Counted, requests: number) =>
  Array.from({ length: requests }, async (_, i) => workers[i % workers.length]?.count(counted, 1) as RateLimitState);

test('requests that cross the limit in one turn are all answered, exactly, and so are those of another key', async () => {
  for (const count of [1, 2, 4]) {
    const { workers } = machineOf(count);
    for (let round = 0; round < 3; round++) {
      // The requests of both keys share messages; those of the first wait for its blocks.
      const [first, second] = [keyOf(2 * round), keyOf(2 * round + 1)];
      await burst(workers, first, 100);
      const requests = [
        ...atOnce(workers, first, 30),
        ...atOnce(workers, second, 60),
        ...atOnce(workers, first, limit + 100),
        ...atOnce(workers, second, limit),
      ];
      const states = await Promise.all(requests);
      const ofFirst = [...states.slice(0, 30), ...states.slice(90, 90 + limit + 100)];
      assert.equal(admittedOf(ofFirst), limit - 100, `${count} workers`);
      assert.equal(admittedOf(states.filter((state) => !ofFirst.includes(state))), limit, `${count} workers`);
    }
  }
});

test('requests that cross the limit while blocks are granted and returned are all answered, exactly', async () => {
  const { workers } = machineOf(3);
  for (let key = 1; key <= 10; key++) {
    const requests: Promise<RateLimitState>[] = [];
    for (let turn = 0; turn < 24; turn++) {
      requests.push(...atOnce(workers, keyOf(key), 50));
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(admittedOf(await Promise.all(requests)), limit);
  }
});

test('a block that a worker does not report in time counts as used, and the requests that wait for it are answered', async () => {
  const { workers, machine, clock, stopped } = machineOf(2);
  const [first, second] = workers;
  await burst(first ? [first] : [], keyOf(1), 100);
  stopped.add(1); // It has a block and does not answer the recall.
  const requests = atOnce(second ? [second] : [], keyOf(1), limit);
  const { answered } = await settledWithin(requests, 50);
  assert.ok(answered < limit, 'some wait for the block');
  clock.ahead = 3_000;
  machine.expire();
  const admitted = admittedOf(await Promise.all(requests));
  assert.ok(admitted <= limit - 100 && admitted >= limit - 200, `${admitted}`);
});

/** How many promises are resolved after so many turns of the event loop. */
async function settledWithin(promises: Promise<unknown>[], turns: number) {
  let answered = 0;
  for (const promise of promises) void promise.then(() => answered++);
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  return { answered };
}

test('requests at a moderate pace are counted one by one: what remains is exact on every worker', async () => {
  const { workers } = machineOf(2);
  for (let i = 1; i <= 20; i++) assert.equal((await workers[i % 2]?.count(keyOf(1), 1))?.remaining, limit - i);
});

test('the block of a worker that dies counts as used, and the others get the rest, also those that wait for it', async () => {
  const { workers, machine, stopped } = machineOf(2);
  const [first, second] = workers;
  assert.equal(await burst(first ? [first] : [], keyOf(1), 100), 100);
  stopped.add(1);
  const requests = atOnce(second ? [second] : [], keyOf(1), limit);
  assert.ok((await settledWithin(requests, 50)).answered < limit, 'some wait for the block');
  machine.forget(1);
  const left = admittedOf(await Promise.all(requests));
  assert.ok(left <= limit - 100 && left >= limit - 200, `${left}`);
});

test('a charge of many requests is counted in full, and refuses what no worker has reserved', async () => {
  const { workers } = machineOf(2);
  await burst(workers, keyOf(1), 200);
  await workers[0]?.count(keyOf(1), limit);
  assert.ok(((await workers[0]?.count(keyOf(1), 1))?.retryAfterSeconds ?? 0) > 0);
  assert.equal(await burst(workers, keyOf(1), 100), 0, 'the refusal has recalled the blocks of all workers');
});
