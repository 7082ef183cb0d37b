import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { query } from '../../../test/builders.ts';
import { startTestApp } from '../../../test/test-app.ts';
import { claimNextJob, type Job, releaseJobs } from './claim-jobs.ts';
import { releaseJob } from './queries.ts';

const app = await startTestApp();
const { db } = app;
// The node of the app may lose its lease on a busy machine, and its jobs with it.
const [node] = await query(app, "insert into nodes values (gen_random_uuid(), 'infinity') returning node_id");

beforeEach(async () => {
  await query(app, 'delete from insight_jobs');
});

/** Jobs for calls that do not exist; claiming needs no more. */
const fillQueue = (tenantId: number, isTest: boolean, jobs: number, due = "now() - interval '1 hour'") =>
  query(
    app,
    `insert into insight_jobs (tenant_id, is_test, call_id, due_at)
     select $1, $2, gen_random_uuid(), ${due} from generate_series(1, $3)`,
    [tenantId, isTest, jobs],
  );
const claim = (worker = 0) => claimNextJob(db, { node_id: node?.node_id, worker });

/** Claims as eight workers at once, until there is nothing left. */
async function claimAll(): Promise<Job[]> {
  const claimed: Job[] = [];
  const claimer = async (worker: number) => {
    for (let misses = 0; misses < 3; ) {
      const job = await claim(worker);
      if (job) claimed.push(job);
      else misses++;
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, worker) => claimer(worker)));
  return claimed;
}

test('a tenant with many calls does not delay another one, and live calls come first', async () => {
  await fillQueue(900_001, true, 50);
  await fillQueue(900_002, true, 1);
  await fillQueue(900_003, false, 1);
  const claimed: (number | undefined)[] = [];
  for (let i = 0; i < 22; i++) claimed.push((await claim())?.tenant_id);
  assert.equal(claimed[0], 900_003);
  assert.ok(claimed.includes(900_002), claimed.join()); // By chance it is missing once in two million runs.
  assert.equal(new Set(claimed).size, 3);
});

test('no two of many concurrent claims get the same call', async () => {
  await fillQueue(900_001, true, 400);
  const claimed = await claimAll();
  assert.deepEqual([claimed.length, new Set(claimed.map(({ call_id }) => call_id)).size], [400, 400]);
});

test('concurrent claims of the calls of many tenants miss none', async () => {
  for (let i = 0; i < 30; i++) await fillQueue(900_001 + i, i % 3 > 0, 1 + (i % 5) * 5);
  await fillQueue(900_001, true, 20, "now() + interval '1 hour'");
  const claimed = await claimAll();
  assert.deepEqual([claimed.length, new Set(claimed.map(({ call_id }) => call_id)).size], [330, 330]);
  assert.ok(claimed.every(({ claim, attempts }) => claim === 1 && attempts === 1));
});

test('a worker whose first queue is claimed by another one meanwhile goes on to the next', async () => {
  await fillQueue(900_001, false, 1);
  await fillQueue(900_002, true, 1);
  await db.transaction(async (tx) => {
    const text = 'select from insight_jobs where tenant_id = 900001 for update';
    await tx.execute({ name: '', text, values: [] });
    assert.equal((await claim())?.tenant_id, 900_002);
    assert.equal(await claim(), undefined);
  });
  assert.equal((await claim())?.tenant_id, 900_001);
  assert.equal(await claim(), undefined);
});

test('the job of a dead node is claimed again, and that of a living node is not', async () => {
  await fillQueue(900_001, true, 2);
  const [first, second] = [await claim(), await claim()];
  await query(app, 'update insight_jobs set node_id = gen_random_uuid() where call_id = $1', [first?.call_id]);
  const again = await claim();
  assert.deepEqual([again?.call_id, again?.claim, again?.attempts], [first?.call_id, 2, 2]);
  assert.notEqual(second?.call_id, first?.call_id);
  assert.equal(await claim(), undefined);
});

test('a worker releases what it claimed without receiving the answer, and no job of another worker', async () => {
  await fillQueue(900_001, true, 1);
  await fillQueue(900_002, false, 1);
  const [live, other] = [await claim(0), await claim(1)];
  await releaseJobs(db, { node_id: node?.node_id, worker: 0 });
  const jobs = await query(app, 'select tenant_id::int, node_id, attempts from insight_jobs order by tenant_id');
  assert.deepEqual(jobs, [
    { tenant_id: other?.tenant_id, node_id: node?.node_id, attempts: 1 },
    { tenant_id: live?.tenant_id, node_id: null, attempts: 1 },
  ]);
});

test('a job that another worker has claimed since is not released', async () => {
  await fillQueue(900_001, true, 1);
  const lost = await claim(0);
  assert.ok(lost);
  await query(app, 'update insight_jobs set node_id = gen_random_uuid()');
  assert.equal((await claim(1))?.claim, 2);
  const { tenant_id, is_test, call_id, claim: number } = lost;
  const key = { tenant_id, is_test, call_id, claim: number };
  assert.equal(await releaseJob.run(db, key), 0);
  assert.equal(await releaseJob.run(db, { ...key, claim: 2 }), 1);
});
