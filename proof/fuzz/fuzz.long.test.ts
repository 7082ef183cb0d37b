import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz } from './fuzz.ts';

const seed = process.env.PROOF_SEED ?? 'a fixed seed';

test(`no request of ${seed} gets an answer that the documents do not declare`, { timeout: 600_000 }, async (t) => {
  const { requests, failures, succeeded, statuses } = await fuzz({ seed, requests: 2_500 });
  t.diagnostic(`seed "${seed}": ${requests} requests, ${JSON.stringify(statuses)}`);
  assert.deepEqual(failures, []);
  assert.equal(requests, 2_500);
  const [all, tried] = [succeeded.size, [...succeeded.values()].filter((times) => times > 0).length];
  assert.ok(tried > 0.5 * all, `${tried} of ${all} operations succeeded at least once`);
});
