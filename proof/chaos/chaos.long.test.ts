import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chaos } from './chaos.ts';
import { startMachine } from './site.ts';

/** Filling a disk takes memory, which other tests need. */
const megabytes = { database: 300, recordings: 100 };
const seed = process.env.PROOF_SEED ?? 'a fixed seed';

test(`nothing acknowledged is lost in the chaos of ${seed}`, { timeout: 600_000 }, async (t) => {
  const { violations, harms, acknowledged, events } = await chaos({
    ...{ seed, minutes: 0.7 },
    startSite: (onViolation) => startMachine({ nodes: 2, onProgress: t.diagnostic.bind(t), megabytes }, onViolation),
  });
  t.diagnostic(`seed "${seed}": ${harms.join(', ')}; ${JSON.stringify(acknowledged)}, ${events} events`);
  assert.deepEqual(violations, []);
  assert.ok(harms.length > 0 && acknowledged.calls > 0 && acknowledged.customers > 0, JSON.stringify(acknowledged));
});
