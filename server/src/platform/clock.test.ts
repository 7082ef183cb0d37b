import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from './clock.ts';

test('the system clock tells the time of this machine', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_763_171_234_567 });
  assert.equal(systemClock.now(), 1_763_171_234_567);
});
