import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildKey, buildTenant, query } from '../../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp, type TestAnswer } from '../../../test/test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { connect } from '../../database/connect.ts';
import type { Queryable } from '../../database/sql.ts';
import type { Caller } from '../../platform/caller.ts';
import { idOf } from '../../platform/ids.ts';
import { forgetOldUsage, type RateLimiter, rateLimiter } from './rate-limit.ts';

const databaseUrl = await createTestDatabase();
const db = connect(databaseUrl, { poolSize: 2, applicationName: 'trunkline test', onIdleError: () => {} });
test.after(() => db.close());
const limited = await startTestApp({ RATE_LIMIT: 40 });
const sibling = await startNode(limited.databaseUrl, { RATE_LIMIT: 40 });

/** Any whole minute will do. */
const start = 29_000_000 * 60_000;
const caller: Pick<Caller, 'tenantId' | 'meter'> = { tenantId: idOf('tenant', 1), meter: 'key:1' };

function clockFrom(time: number) {
  let now = time;
  return { now: () => now, pass: (milliseconds: number) => (now += milliseconds) };
}

const isServed = (limiter: RateLimiter, meter = caller) => limiter.consume(meter, 1).retryAfterSeconds === undefined;
const consumeMany = (limiter: RateLimiter, times: number, meter = caller) =>
  Array.from({ length: times }, () => isServed(limiter, meter)).filter(Boolean).length;

// One node, with a clock of the test's own

test('a key may make as many requests a minute as the limit says, and no more', () => {
  const clock = clockFrom(start + 10_400);
  const limiter = rateLimiter(5, clock.now);
  assert.deepEqual(limiter.consume(caller, 1), {
    policy: 'requests',
    limit: 5,
    remaining: 4,
    resetSeconds: 61,
    retryAfterSeconds: undefined,
  });
  clock.pass(20_000);
  assert.equal(consumeMany(limiter, 10), 4);
  assert.deepEqual(limiter.consume(caller, 1), {
    policy: 'requests',
    limit: 5,
    remaining: 0,
    resetSeconds: 41,
    retryAfterSeconds: 41,
  });
});

test('used requests come back when their second is a full minute past, also at the turn of a minute', () => {
  for (const offset of [0, 999, 30_500, 59_000, 59_999]) {
    const clock = clockFrom(start + offset);
    const untilNextSecond = 1_000 - (offset % 1_000);
    const limiter = rateLimiter(60, clock.now);
    assert.equal(consumeMany(limiter, 20), 20);
    clock.pass(untilNextSecond);
    assert.equal(consumeMany(limiter, 100), 40);
    clock.pass(59_999);
    assert.equal(consumeMany(limiter, 100), 0);
    clock.pass(1);
    assert.equal(consumeMany(limiter, 100), 20);
    clock.pass(999);
    assert.equal(consumeMany(limiter, 100), 0);
    clock.pass(1);
    assert.equal(consumeMany(limiter, 100), 40);
  }
});

test('after a pause of any length the whole limit is there again', () => {
  for (const seconds of [61, 62, 63, 64, 65, 127, 128, 3_600]) {
    const clock = clockFrom(start);
    const limiter = rateLimiter(10, clock.now);
    assert.equal(consumeMany(limiter, 100), 10);
    clock.pass(seconds * 1_000);
    assert.equal(consumeMany(limiter, 100), 10);
    assert.equal(limiter.consume(caller, 1).retryAfterSeconds, 61);
  }
});

test('refused requests are not counted', () => {
  const clock = clockFrom(start);
  const limiter = rateLimiter(10, clock.now);
  consumeMany(limiter, 10);
  for (let i = 0; i < 60; i++) {
    clock.pass(1_000);
    assert.equal(consumeMany(limiter, 100), 0);
  }
  clock.pass(1_000);
  assert.equal(consumeMany(limiter, 100), 10);
});

test('looking costs nothing and is never refused', () => {
  const limiter = rateLimiter(3, () => start);
  for (let i = 0; i < 10; i++)
    assert.deepEqual(limiter.consume(caller, 0), {
      policy: 'requests',
      limit: 3,
      remaining: 3,
      resetSeconds: 60,
      retryAfterSeconds: undefined,
    });
  consumeMany(limiter, 10);
  assert.equal(limiter.consume(caller, 0).retryAfterSeconds, undefined);
});

test('each key has a limit of its own', () => {
  const limiter = rateLimiter(3, () => start);
  assert.equal(consumeMany(limiter, 10), 3);
  assert.equal(consumeMany(limiter, 10, { tenantId: idOf('tenant', 1), meter: 'key:2' as const }), 3);
  assert.equal(consumeMany(limiter, 10, { tenantId: idOf('tenant', 2), meter: 'key:3' as const }), 3);
});

const bursts = fc.array(
  fc.record({
    pass: fc.oneof(fc.nat(2_000), fc.nat(70_000), fc.constantFrom(1, 999, 1_000, 59_000, 60_000, 61_000)),
    times: fc.integer({ min: 1, max: 40 }),
  }),
  { maxLength: 40 },
);

test('a client that waits as long as Retry-After says is served, and a second earlier is not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 25 }), fc.nat(60_000), bursts, (limit, offset, bursts) => {
      const clock = clockFrom(start + offset);
      const limiter = rateLimiter(limit, clock.now);
      for (const { pass, times } of bursts) {
        clock.pass(pass);
        consumeMany(limiter, times);
      }
      consumeMany(limiter, limit);
      const { retryAfterSeconds = 0, resetSeconds } = limiter.consume(caller, 1);
      assert.ok(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 1 && retryAfterSeconds <= 61);
      assert.equal(resetSeconds, retryAfterSeconds);
      clock.pass((retryAfterSeconds - 1) * 1_000);
      assert.equal(consumeMany(limiter, 1), 0);
      clock.pass(1_000);
      assert.equal(consumeMany(limiter, 1), 1);
    }),
    { numRuns: 500 },
  );
});

test('more remains when the reset has come, and not a second earlier', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(60_000), bursts, (limit, offset, bursts) => {
      const clock = clockFrom(start + offset);
      const limiter = rateLimiter(limit, clock.now);
      for (const { pass, times } of bursts) {
        clock.pass(pass);
        consumeMany(limiter, times);
      }
      const { remaining, resetSeconds } = limiter.consume(caller, 1);
      clock.pass((resetSeconds - 1) * 1_000);
      assert.equal(limiter.consume(caller, 0).remaining, remaining);
      clock.pass(1_000);
      assert.ok(limiter.consume(caller, 0).remaining > remaining);
    }),
    { numRuns: 500 },
  );
});

test('in no 60 seconds is a key served more than its limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(60_000), bursts, (limit, offset, bursts) => {
      const clock = clockFrom(start + offset);
      const limiter = rateLimiter(limit, clock.now);
      const served: number[] = [];
      for (const { pass, times } of bursts) {
        clock.pass(pass);
        for (let i = 0; i < times; i++) if (isServed(limiter)) served.push(clock.now());
      }
      for (const [i, from] of served.entries()) {
        const next = served[i + limit];
        assert.ok(next === undefined || next - from > 60_000, `${limit + 1} in ${(next ?? 0) - from} ms`);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a burst at the end of a minute and greedy use after it are served the limit and no more', () => {
  const clock = clockFrom(start + 59_900);
  const limiter = rateLimiter(3_000, clock.now);
  let served = consumeMany(limiter, 2_999);
  for (; clock.now() < start + 119_900; clock.pass(10)) served += consumeMany(limiter, 2);
  assert.equal(served, 3_000);
});

test('a client that spreads 59/61 of its limit evenly is never refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), fc.nat(60_000), (limit, offset) => {
      let time = start + offset;
      const limiter = rateLimiter(limit, () => Math.floor(time));
      for (const end = time + 200_000; time < end; time += 60_000 / ((limit * 59) / 61)) assert.ok(isServed(limiter));
    }),
  );
});

test('a clock set back a little gives nothing away, and one set back far blocks no key', () => {
  const clock = clockFrom(start);
  const limiter = rateLimiter(10, clock.now);
  assert.equal(consumeMany(limiter, 100), 10);
  clock.pass(-30_000);
  assert.equal(limiter.consume(caller, 1).retryAfterSeconds, 91);
  clock.pass(90_000);
  assert.equal(consumeMany(limiter, 100), 0);
  clock.pass(1_000);
  assert.equal(consumeMany(limiter, 100), 10);
  clock.pass(-3_600_000);
  assert.equal(consumeMany(limiter, 100), 10);
  assert.equal(limiter.consume(caller, 1).retryAfterSeconds, 61);
});

// Several nodes on one database

test('each policy has a window of its own', async () => {
  const meter = { tenantId: idOf('tenant', 7), meter: 'key:69' as const };
  const now = () => start;
  const [requests, calls, elsewhere] = [
    rateLimiter(10, now),
    rateLimiter(10, now, 'live_calls'),
    rateLimiter(10, now, 'live_calls'),
  ];
  assert.equal(consumeMany(requests, 7, meter), 7);
  assert.equal(consumeMany(calls, 4, meter), 4);
  for (const limiter of [requests, calls]) await limiter.exchange(db);
  elsewhere.consume(meter, 0);
  await elsewhere.exchange(db);
  assert.deepEqual(
    [requests, calls, elsewhere].map((limiter) => limiter.consume(meter, 0).remaining),
    [3, 6, 6],
  );
});

test('after an exchange every node knows the counts of all nodes', async () => {
  const clock = clockFrom(start);
  const meter = { tenantId: idOf('tenant', 7), meter: 'key:70' as const };
  const [a, b] = [rateLimiter(100, clock.now), rateLimiter(100, clock.now)];
  assert.equal(consumeMany(a, 40, meter), 40);
  assert.equal(consumeMany(b, 30, meter), 30);
  await a.exchange(db);
  await b.exchange(db);
  assert.equal(b.consume(meter, 0).remaining, 30);
  assert.equal(a.consume(meter, 0).remaining, 60);
  await a.exchange(db);
  assert.equal(a.consume(meter, 0).remaining, 30);
  assert.equal(consumeMany(a, 100, meter), 30);
  await a.exchange(db);
  await b.exchange(db);
  assert.deepEqual(b.consume(meter, 1), {
    policy: 'requests',
    limit: 100,
    remaining: 0,
    resetSeconds: 61,
    retryAfterSeconds: 61,
  });
});

test('a node that sees a key for the first time reads the whole window', async () => {
  const clock = clockFrom(start);
  const meter = { tenantId: idOf('tenant', 7), meter: 'key:71' as const };
  const [a, b] = [rateLimiter(100, clock.now), rateLimiter(100, clock.now)];
  for (let i = 0; i < 60; i++) {
    assert.ok(isServed(a, meter));
    await a.exchange(db);
    clock.pass(1_000);
  }
  assert.equal(b.consume(meter, 0).remaining, 100);
  await b.exchange(db);
  assert.equal(b.consume(meter, 0).remaining, 40);
  clock.pass(30_000);
  assert.equal(b.consume(meter, 0).remaining, 70);
  assert.equal(a.consume(meter, 0).remaining, 70);
});

test('two nodes exceed the limit by no more than one of them served unknown to the other', async () => {
  const steps = fc.array(
    fc.record({
      pass: fc.constantFrom(250, 250, 250, 1_000, 25_000),
      here: fc.nat(30),
      there: fc.nat(30),
    }),
    { minLength: 5, maxLength: 25 },
  );
  let keyId = 10_000;
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(1_000), async (steps, offset) => {
      const limit = 50;
      const clock = clockFrom(start + offset);
      const meter = { tenantId: idOf('tenant', 7), meter: `key:${keyId++}` as const };
      const [a, b] = [rateLimiter(limit, clock.now), rateLimiter(limit, clock.now)];
      const served: { time: number; here: number; there: number }[] = [];
      for (const { pass, here, there } of steps) {
        clock.pass(pass);
        served.push({ time: clock.now(), here: consumeMany(a, here, meter), there: consumeMany(b, there, meter) });
        await Promise.all([a.exchange(db), b.exchange(db)]);
      }
      for (const [i, step] of served.entries()) {
        const minute = served.slice(0, i + 1).filter(({ time }) => time >= step.time - 60_000);
        const total = minute.reduce((sum, { here, there }) => sum + here + there, 0);
        for (const [node, other] of [['here', 'there'] as const, ['there', 'here'] as const]) {
          if (step[node] === 0) continue;
          // A node reads the others' counts only for keys it was asked about since, and the exchanges of a step overlap.
          const lastRead = steps.findLastIndex((asked, j) => j < i && asked[node] > 0);
          const unknown = served.slice(Math.max(lastRead, 0), i + 1).filter((it) => minute.includes(it));
          const excess = unknown.reduce((sum, it) => sum + it[other], 0);
          assert.ok(total <= limit + excess, `${total} of ${limit} and ${excess}`);
        }
      }
    }),
    { numRuns: 25 },
  );
});

test('requests served during an exchange are written by the next one, also across the turn of a second', async () => {
  const clock = clockFrom(start + 59_900);
  const meter = { tenantId: idOf('tenant', 7), meter: 'key:72' as const };
  const [a, b] = [rateLimiter(100, clock.now), rateLimiter(100, clock.now)];
  consumeMany(a, 10, meter);
  const exchanging = a.exchange(db);
  consumeMany(a, 10, meter);
  clock.pass(200);
  consumeMany(a, 10, meter);
  await exchanging;
  assert.equal(a.consume(meter, 0).remaining, 70);
  await a.exchange(db);
  b.consume(meter, 0);
  await b.exchange(db);
  const rows = await query(
    { databaseUrl },
    'select second::int, used::int from rate_usage where key_id = 72 order by second',
  );
  assert.deepEqual(rows, [
    { second: start / 1_000 + 59, used: 20 },
    { second: start / 1_000 + 60, used: 10 },
  ]);
  assert.equal(a.consume(meter, 0).remaining, 70);
  assert.equal(b.consume(meter, 0).remaining, 70);
});

test('requests of an earlier second that are noted during an exchange are written by the next one', async () => {
  const clock = clockFrom(start + 59_900);
  const meter = { tenantId: idOf('tenant', 7), meter: 'key:73' as const };
  const a = rateLimiter(100, clock.now);
  consumeMany(a, 1, meter);
  clock.pass(200);
  consumeMany(a, 1, meter);
  const exchanging = a.exchange(db);
  a.note(meter, start / 1_000 + 59, 8);
  await exchanging;
  await a.exchange(db);
  const rows = await query(
    { databaseUrl },
    'select second::int, used::int from rate_usage where key_id = 73 order by second',
  );
  assert.deepEqual(rows, [
    { second: start / 1_000 + 59, used: 9 },
    { second: start / 1_000 + 60, used: 1 },
  ]);
});

const noDatabase = { execute: () => Promise.reject(new Error('no database')) };

test('an exchange that fails loses nothing', async () => {
  const clock = clockFrom(start);
  const meter = { tenantId: idOf('tenant', 7), meter: 'key:73' as const };
  const [a, b] = [rateLimiter(100, clock.now), rateLimiter(100, clock.now)];
  for (let i = 0; i < 25; i++) {
    assert.ok(isServed(a, meter));
    await assert.rejects(a.exchange(noDatabase));
    clock.pass(1_000);
  }
  assert.equal(a.consume(meter, 0).remaining, 75);
  await a.exchange(db);
  b.consume(meter, 0);
  await b.exchange(db);
  assert.equal(a.consume(meter, 0).remaining, 75);
  assert.equal(b.consume(meter, 0).remaining, 75);
});

test('counts that a node could not write for long are read by the others within 15 seconds of being written', async () => {
  const clock = clockFrom(start);
  const meter = { tenantId: idOf('tenant', 7), meter: 'key:76' as const };
  const [a, b] = [rateLimiter(100, clock.now), rateLimiter(100, clock.now)];
  consumeMany(a, 40, meter);
  for (let i = 0; i < 20; i++) {
    assert.ok(isServed(b, meter));
    await b.exchange(db);
    clock.pass(1_000);
  }
  await a.exchange(db);
  for (let i = 0; i < 15; i++) {
    b.consume(meter, 0);
    await b.exchange(db);
    clock.pass(1_000);
  }
  assert.equal(b.consume(meter, 0).remaining, 40);
});

test('a node never forgets its own counts, even when the database does', async () => {
  const meter = { tenantId: idOf('tenant', 7), meter: 'key:79' as const };
  const limiter = rateLimiter(100, () => start);
  consumeMany(limiter, 40, meter);
  await limiter.exchange(db);
  consumeMany(limiter, 30, meter);
  await query({ databaseUrl }, 'delete from rate_usage where key_id = 79');
  await limiter.exchange(db);
  assert.equal(limiter.consume(meter, 0).remaining, 30);
});

test('while the database is away each node serves the whole limit, and no more', async () => {
  const clock = clockFrom(start);
  const meter = { tenantId: idOf('tenant', 7), meter: 'key:77' as const };
  const nodes = [rateLimiter(100, clock.now), rateLimiter(100, clock.now)];
  const served = nodes.map(() => 0);
  for (let i = 0; i < 244; i++) {
    for (const [n, node] of nodes.entries()) {
      served[n] = (served[n] ?? 0) + consumeMany(node, 3, meter);
      await assert.rejects(node.exchange(noDatabase));
    }
    clock.pass(250);
  }
  assert.deepEqual(served, [100, 100]);
});

test('nodes whose clocks are a second apart exchange counts', async () => {
  const clock = clockFrom(start + 500);
  const meter = { tenantId: idOf('tenant', 7), meter: 'key:78' as const };
  const [a, b] = [rateLimiter(100, clock.now), rateLimiter(100, () => clock.now() + 1_000)];
  consumeMany(b, 30, meter);
  consumeMany(a, 20, meter);
  await b.exchange(db);
  await a.exchange(db);
  assert.equal(a.consume(meter, 0).remaining, 50);
  b.consume(meter, 0);
  await b.exchange(db);
  assert.equal(b.consume(meter, 0).remaining, 50);
  clock.pass(1_000);
  assert.equal(consumeMany(a, 100, meter), 50);
  clock.pass(60_000);
  assert.equal(a.consume(meter, 0).remaining, 20);
  clock.pass(1_000);
  assert.equal(a.consume(meter, 0).remaining, 100);
});

test('all keys that were asked about are exchanged in one statement, and the others in none', async () => {
  const clock = clockFrom(start);
  const limiter = rateLimiter(100, clock.now);
  const sent: unknown[][] = [];
  const watched: Queryable = {
    execute(prepared) {
      sent.push([...new Set(prepared.values[1] as number[])]);
      return db.execute(prepared);
    },
  };
  const exchange = async () => {
    sent.length = 0;
    await limiter.exchange(watched);
    return sent;
  };
  for (const keyId of [90, 91, 92]) limiter.consume({ tenantId: idOf('tenant', 9), meter: `key:${keyId}` }, 1);
  assert.deepEqual(await exchange(), [[90, 91, 92]]);
  clock.pass(1_000);
  limiter.consume({ tenantId: idOf('tenant', 9), meter: 'key:91' as const }, 0);
  await exchange();
  clock.pass(1_000);
  limiter.consume({ tenantId: idOf('tenant', 9), meter: 'key:91' as const }, 0);
  assert.deepEqual(await exchange(), [[91]]);
  clock.pass(1_000);
  await exchange();
  clock.pass(1_000);
  assert.deepEqual(await exchange(), []);
});

test('usage that no window reaches is forgotten, here and in the database', async () => {
  const clock = clockFrom(start);
  const meter = { tenantId: idOf('tenant', 7), meter: 'key:74' as const };
  const limiter = rateLimiter(100, clock.now);
  const rows = () => query({ databaseUrl }, 'select from rate_usage where key_id = 74');
  consumeMany(limiter, 5, meter);
  await limiter.exchange(db);
  clock.pass(60_000);
  await forgetOldUsage(db, clock.now);
  assert.equal((await rows()).length, 1);
  clock.pass(10_000);
  await forgetOldUsage(db, clock.now);
  assert.equal((await rows()).length, 0);
  await limiter.exchange(db);
  assert.equal((await rows()).length, 0);
});

test('counts that could not be written for more than a minute are dropped', async () => {
  const clock = clockFrom(start);
  const limiter = rateLimiter(100, clock.now);
  consumeMany(limiter, 5, { tenantId: idOf('tenant', 7), meter: 'key:75' as const });
  await assert.rejects(limiter.exchange(noDatabase));
  clock.pass(61_000);
  await limiter.exchange(noDatabase);
});

test('nodes that exchange the same keys at the same time do not get in the way of each other', async () => {
  const clock = clockFrom(start);
  const nodes = Array.from({ length: 4 }, () => rateLimiter(1_000, clock.now));
  const callers = Array.from({ length: 50 }, (_, i) => ({
    tenantId: idOf('tenant', 8),
    meter: `key:${800 + i}` as const,
  }));
  for (const node of nodes) for (const meter of callers.toSorted(() => Math.random() - 0.5)) node.consume(meter, 1);
  await Promise.all(nodes.map((node) => node.exchange(db)));
  const rows = await query({ databaseUrl }, 'select used::int from rate_usage where tenant_id = 8');
  assert.deepEqual(
    rows,
    Array.from({ length: 50 }, () => ({ used: 4 })),
  );
});

// Whole servers

function limitHeadersOf({ headers }: TestAnswer) {
  assert.match(headers.get('ratelimit-policy') ?? '', /^"requests";q=\d+;w=60$/);
  const [, remaining, reset] = /^"requests";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? assert.fail();
  assert.ok(Number(reset) >= 1 && Number(reset) <= 61);
  return Number(remaining);
}

test('every answer to a known key carries the limit and where the key stands', async () => {
  const { api, tenantId, projectId } = await buildTenant(limited);
  const elsewhere = client(limited, (await buildKey(limited, tenantId, { allowlist: ['192.0.2.1'] })).key);
  const unscoped = client(limited, (await buildKey(limited, tenantId, { scopes: [] })).key);
  const answers = {
    200: await api.get('/customers'),
    201: await api.post('/customers', { project_id: projectId, name: 'Taro' }),
    400: await api.post('/customers', '{'),
    403: await unscoped.get('/customers'),
    404: await api.get('/customers/999999'),
    413: await api.post('/customers', ' '.repeat(2 ** 20 + 1)),
    415: await api.post('/customers', 'x', { 'content-type': 'text/plain' }),
    422: await api.post('/customers', {}),
  };
  for (const [status, answer] of Object.entries(answers)) {
    assert.equal(answer.status, Number(status));
    assert.ok(limitHeadersOf(answer) < 40);
    assert.equal(answer.headers.get('ratelimit-policy'), '"requests";q=40;w=60');
  }
  assert.equal(limitHeadersOf(await elsewhere.get('/customers')), 40);
  const unknown = await client(limited, 'nonsense').get('/customers');
  assert.equal(unknown.headers.get('ratelimit'), null);
});

test('over the limit it is 429 with Retry-After, for that key alone', async () => {
  const { api, tenantId, key } = await buildTenant(limited);
  const answers = await Promise.all(Array.from({ length: 60 }, () => api.get('/customers')));
  assert.equal(answers.filter(({ status }) => status === 200).length, 40);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const answer of refused) {
    assertProblem(answer, 429, 'rate_limited');
    assert.equal(limitHeadersOf(answer), 0);
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 61);
    assert.ok(answer.body.error.message.includes(`${seconds} s`));
  }
  assertProblem(await client(limited, key).post('/customers', '{'), 429, 'rate_limited');
  const other = await buildKey(limited, tenantId);
  assert.equal((await client(limited, other.key).get('/customers')).status, 200);
  assert.equal((await (await buildTenant(limited)).api.get('/customers')).status, 200);
});

test('two nodes on one database share the limit, except for requests served before an exchange', async () => {
  const { key } = await buildTenant(limited);
  const [here, there] = [client(limited, key), client(sibling, key)];
  for (let i = 0; i < 30; i++) assert.equal((await here.get('/customers')).status, 200);
  await there.get('/customers');
  await until(async () => limitHeadersOf(await there.get('/customers')) <= 9);
  const both = await Promise.all(Array.from({ length: 60 }, (_, i) => (i % 2 ? here : there).get('/customers')));
  const served = both.filter(({ status }) => status === 200).length;
  // One node knows the other's count; the other may not know it yet, and then has ten left.
  assert.ok(served <= 9 + 10, `${served} more were served`);
  await until(
    async () => (await here.get('/customers')).status === 429 && (await there.get('/customers')).status === 429,
  );
});

test('a limit of 0 means no limit', async () => {
  const open = await startNode(limited.databaseUrl, { RATE_LIMIT: 0 });
  const { api } = await buildTenant(open);
  const answers = await Promise.all(Array.from({ length: 100 }, () => api.get('/customers')));
  assert.ok(answers.every(({ status, headers }) => status === 200 && !headers.has('ratelimit')));
});

test('the limit is 3,000 unless it is set', async () => {
  const usual = await startNode(limited.databaseUrl);
  const { api } = await buildTenant(usual);
  assert.equal((await api.get('/customers')).headers.get('ratelimit-policy'), '"requests";q=3000;w=60');
});

test('a node writes its counts to the database by itself', async () => {
  const { api, keyId } = await buildTenant(limited);
  await api.get('/customers');
  await until(async () => (await query(limited, 'select from rate_usage where key_id = $1', [keyId])).length > 0);
  const [row] = await query(limited, 'select sum(used)::int as used from rate_usage where key_id = $1', [keyId]);
  assert.equal(row?.used, 1);
});
