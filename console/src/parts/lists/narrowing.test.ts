import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysWith } from './narrowing.ts';

const chosen = { from: '2026-11-01', to: '2026-11-15' };

test('an end of a period keeps the other one, which may be the same day', () => {
  assert.deepEqual(daysWith(chosen, { from: '2026-11-15' }), { from: '2026-11-15', to: '2026-11-15' });
  assert.deepEqual(daysWith(chosen, { to: '2026-11-03' }), { from: '2026-11-01', to: '2026-11-03' });
});

test('a start after the end moves the end along, and an end before the start moves the start', () => {
  assert.deepEqual(daysWith(chosen, { from: '2026-11-20' }), { from: '2026-11-20', to: '2026-11-20' });
  assert.deepEqual(daysWith(chosen, { to: '2026-10-30' }), { from: '2026-10-30', to: '2026-10-30' });
});
