import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildKey, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { connect } from '../database/connect.ts';
import { forgetOldUsage, rateLimiter } from './rate-limit.ts';

const databaseUrl = await createTestDatabase();
const db = connect(databaseUrl, { poolSize: 2, applicationName: 'trunkline test', onIdleError: () => {} });
test.after(() => db.close());
const limited = await startTestApp({ RATE_LIMIT: 40 });
const sibling = await startNode(limited.databaseUrl, { RATE_LIMIT: 40 });

/** Any whole minute will do. */
const start = 29_000_000 * 60_000;
const caller = { tenantId: 1, keyId: 1 };

function clockFrom(time: number) {
  let now = time;
  return { now: () => now, pass: (milliseconds: number) => (now += milliseconds) };
}

const spendMany = (limiter: ReturnType<typeof rateLimiter>, times: number, who = caller) =>
  Array.from({ length: times }, () => limiter.spend(who, 1)).filter(({ retryAfterSeconds }) => !retryAfterSeconds)
    .length;

// One node, with a clock of the test's own

test('a key may make as many requests a minute as the limit says, and no more', () => {
  const clock = clockFrom(start + 10_000);
  const limiter = rateLimiter(5, clock.now);
  assert.deepEqual(limiter.spend(caller, 1), {
    limit: 5,
    remaining: 4,
    resetSeconds: 50,
    retryAfterSeconds: undefined,
  });
  assert.equal(spendMany(limiter, 10), 4);
  const refused = limiter.spend(caller, 1);
  assert.equal(refused.remaining, 0);
  assert.ok((refused.retryAfterSeconds ?? 0) > 0);
});

test('the window slides: what was used in the last minute fades with it', () => {
  const clock = clockFrom(start + 59_000);
  const limiter = rateLimiter(60, clock.now);
  assert.equal(spendMany(limiter, 100), 60);
  clock.pass(1_000);
  assert.equal(spendMany(limiter, 100), 0, 'the turn of a minute gives nothing away');
  clock.pass(30_000);
  assert.equal(spendMany(limiter, 100), 30);
  clock.pass(90_000);
  assert.equal(spendMany(limiter, 100), 60);
});

test('refused requests are not counted', () => {
  const clock = clockFrom(start);
  const limiter = rateLimiter(10, clock.now);
  spendMany(limiter, 1_000);
  clock.pass(120_000);
  assert.equal(spendMany(limiter, 100), 10);
});

test('looking costs nothing', () => {
  const limiter = rateLimiter(3, () => start);
  for (let i = 0; i < 10; i++) assert.equal(limiter.spend(caller, 0).remaining, 3);
});

test('each key has a limit of its own', () => {
  const limiter = rateLimiter(3, () => start);
  assert.equal(spendMany(limiter, 10), 3);
  assert.equal(spendMany(limiter, 10, { tenantId: 1, keyId: 2 }), 3);
  assert.equal(spendMany(limiter, 10, { tenantId: 2, keyId: 3 }), 3);
});

test('whoever waits as long as Retry-After says is served, and a second earlier is not', () => {
  const bursts = fc.array(
    fc.record({ pass: fc.integer({ min: 0, max: 70_000 }), times: fc.integer({ min: 1, max: 40 }) }),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 25 }), fc.nat(60_000), bursts, (limit, offset, bursts) => {
      const clock = clockFrom(start + offset);
      const limiter = rateLimiter(limit, clock.now);
      for (const { pass, times } of bursts) {
        clock.pass(pass);
        spendMany(limiter, times);
      }
      spendMany(limiter, limit);
      const { retryAfterSeconds = 0 } = limiter.spend(caller, 1);
      assert.ok(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 1 && retryAfterSeconds <= 120);
      if (retryAfterSeconds > 1) {
        clock.pass((retryAfterSeconds - 1) * 1_000);
        assert.equal(spendMany(limiter, 1), 0);
        clock.pass(1_000);
      } else clock.pass(1_000);
      assert.equal(spendMany(limiter, 1), 1);
    }),
    { numRuns: 500 },
  );
});

test('in no minute, wherever it begins, is a key served twice its limit, and steady use below it is served in full', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(20_000), { maxLength: 200 }), (limit, pauses) => {
      const clock = clockFrom(start);
      const limiter = rateLimiter(limit, clock.now);
      const served: number[] = [];
      for (const pause of pauses) {
        clock.pass(pause);
        if (!limiter.spend(caller, 1).retryAfterSeconds) served.push(clock.now());
      }
      for (const from of served) {
        const inWindow = served.filter((time) => time >= from && time < from + 60_000).length;
        assert.ok(inWindow < 2 * limit, `${inWindow} of ${limit}`);
      }
    }),
  );
  const clock = clockFrom(start);
  const limiter = rateLimiter(61, clock.now);
  for (let i = 0; i < 600; i++) {
    assert.equal(spendMany(limiter, 1), 1);
    clock.pass(1_000);
  }
});

// Several nodes on one database

test('after an exchange every node knows what all of them have served', async () => {
  const clock = clockFrom(start);
  const who = { tenantId: 7, keyId: 70 };
  const [a, b] = [rateLimiter(100, clock.now), rateLimiter(100, clock.now)];
  assert.equal(spendMany(a, 40, who), 40);
  assert.equal(spendMany(b, 30, who), 30);
  await a.exchange(db);
  await b.exchange(db);
  assert.equal(b.spend(who, 0).remaining, 30);
  assert.equal(a.spend(who, 0).remaining, 60);
  await a.exchange(db);
  assert.equal(a.spend(who, 0).remaining, 30);
  assert.equal(spendMany(a, 100, who) + spendMany(b, 0, who), 30);
  await a.exchange(db);
  await b.exchange(db);
  assert.equal(spendMany(b, 100, who), 0);
});

test('what was served just before the minute turned is not forgotten by the exchange after it', async () => {
  const clock = clockFrom(start + 59_900);
  const who = { tenantId: 7, keyId: 71 };
  const [a, b] = [rateLimiter(100, clock.now), rateLimiter(100, clock.now)];
  assert.equal(spendMany(a, 100, who), 100);
  b.spend(who, 0);
  clock.pass(200);
  await a.exchange(db);
  await b.exchange(db);
  assert.equal(spendMany(a, 100, who), 0);
  assert.equal(spendMany(b, 100, who), 0);
});

test('what is served while an exchange is under way is told by the next one, also across the turn of the minute', async () => {
  const clock = clockFrom(start + 59_900);
  const who = { tenantId: 7, keyId: 72 };
  const [a, b] = [rateLimiter(100, clock.now), rateLimiter(100, clock.now)];
  spendMany(a, 10, who);
  const exchanging = a.exchange(db);
  spendMany(a, 10, who);
  clock.pass(200);
  spendMany(a, 10, who);
  await exchanging;
  await a.exchange(db);
  b.spend(who, 0);
  await b.exchange(db);
  const window = await query(
    { databaseUrl },
    'select minute::int, used::int from rate_usage where key_id = 72 order by minute',
  );
  assert.deepEqual(window, [
    { minute: 29_000_000, used: 20 },
    { minute: 29_000_001, used: 10 },
  ]);
  assert.equal(b.spend(who, 0).remaining, a.spend(who, 0).remaining);
});

test('an exchange that fails loses nothing', async () => {
  const clock = clockFrom(start);
  const who = { tenantId: 7, keyId: 73 };
  const [a, b] = [rateLimiter(100, clock.now), rateLimiter(100, clock.now)];
  spendMany(a, 25, who);
  await assert.rejects(a.exchange({ execute: () => Promise.reject(new Error('no database')) }));
  assert.equal(a.spend(who, 0).remaining, 75);
  await a.exchange(db);
  b.spend(who, 0);
  await b.exchange(db);
  assert.equal(b.spend(who, 0).remaining, 75);
});

test('usage that no window reaches is forgotten, here and in the database', async () => {
  const clock = clockFrom(start);
  const who = { tenantId: 7, keyId: 74 };
  const limiter = rateLimiter(100, clock.now);
  spendMany(limiter, 5, who);
  await limiter.exchange(db);
  clock.pass(120_000);
  await forgetOldUsage(db, clock.now);
  assert.deepEqual(await query({ databaseUrl }, 'select from rate_usage where key_id = 74'), []);
  await limiter.exchange(db);
  assert.deepEqual(await query({ databaseUrl }, 'select from rate_usage where key_id = 74'), []);
});

test('nodes that exchange the same keys at the same time do not get in the way of each other', async () => {
  const clock = clockFrom(start);
  const nodes = Array.from({ length: 4 }, () => rateLimiter(1_000, clock.now));
  const callers = Array.from({ length: 50 }, (_, i) => ({ tenantId: 8, keyId: 800 + i }));
  for (const node of nodes) for (const who of callers.toSorted(() => Math.random() - 0.5)) node.spend(who, 1);
  await Promise.all(nodes.map((node) => node.exchange(db)));
  const rows = await query({ databaseUrl }, 'select used::int from rate_usage where tenant_id = 8');
  assert.deepEqual(
    rows,
    Array.from({ length: 50 }, () => ({ used: 4 })),
  );
});

// Whole servers

function standingOf({ headers }: TestAnswer) {
  assert.match(headers.get('ratelimit-policy') ?? '', /^"requests";q=\d+;w=60$/);
  const [, remaining, reset] = /^"requests";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? assert.fail();
  assert.ok(Number(reset) >= 1 && Number(reset) <= 60);
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
    assert.ok(standingOf(answer) < 40);
    assert.equal(answer.headers.get('ratelimit-policy'), '"requests";q=40;w=60');
  }
  assert.equal(standingOf(await elsewhere.get('/customers')), 40);
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
    assert.equal(standingOf(answer), 0);
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 120);
    assert.ok(answer.body.error.message.includes(`${seconds} s`));
  }
  assertProblem(await client(limited, key).post('/customers', '{'), 429, 'rate_limited');
  const other = await buildKey(limited, tenantId);
  assert.equal((await client(limited, other.key).get('/customers')).status, 200);
  assert.equal((await (await buildTenant(limited)).api.get('/customers')).status, 200);
});

test('two nodes on one database share the limit, but for what one serves before it hears of the other', async () => {
  const { key } = await buildTenant(limited);
  const [here, there] = [client(limited, key), client(sibling, key)];
  for (let i = 0; i < 30; i++) assert.equal((await here.get('/customers')).status, 200);
  await there.get('/customers');
  await until(async () => standingOf(await there.get('/customers')) <= 9);
  const both = await Promise.all(Array.from({ length: 60 }, (_, i) => (i % 2 ? here : there).get('/customers')));
  const served = both.filter(({ status }) => status === 200).length;
  assert.ok(served <= 2 * 9, `${served} more were served`);
  await until(
    async () => (await here.get('/customers')).status === 429 && (await there.get('/customers')).status === 429,
  );
});

test('a limit of 0 is none', async () => {
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

test('what a node serves it tells the database by itself', async () => {
  const { api, keyId } = await buildTenant(limited);
  await api.get('/customers');
  await until(async () => (await query(limited, 'select from rate_usage where key_id = $1', [keyId])).length > 0);
  const [row] = await query(limited, 'select used::int from rate_usage where key_id = $1', [keyId]);
  assert.equal(row?.used, 1);
});
