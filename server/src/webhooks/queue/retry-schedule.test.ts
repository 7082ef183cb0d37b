import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextAttemptAt, readRetryAfter } from './retry-schedule.ts';

const now = new Date('2026-11-15T09:30:00.000Z');
const secondsUntil = (date: Date | undefined) => date && (date.getTime() - now.getTime()) / 1_000;
const never = () => 0;

test('retries come after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and then no more', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((failures) => secondsUntil(nextAttemptAt(failures, now, never)));
  assert.deepEqual(delays, [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, undefined, undefined]);
});

test('chance adds up to a tenth', () => {
  assert.equal(secondsUntil(nextAttemptAt(2, now, () => 0.5)), 315);
  assert.equal(secondsUntil(nextAttemptAt(4, now, () => 1)), 7_920);
});

test('Retry-After puts an attempt off, up to 12 hours, and never brings it forward or adds one', () => {
  const after = (failures: number, header: string) =>
    secondsUntil(nextAttemptAt(failures, now, never, readRetryAfter(header, now)));
  assert.equal(after(1, '120'), 120);
  assert.equal(after(2, '120'), 300);
  for (const seconds of ['86400', '9999999999', '9'.repeat(400)]) assert.equal(after(1, seconds), 43_200, seconds);
  assert.equal(after(8, '60'), undefined);
  assert.equal(after(1, 'Sun, 15 Nov 2026 10:30:00 GMT'), 3_600);
  assert.equal(after(1, 'Sun, 15 Nov 2020 10:30:00 GMT'), 5);
});

test('a Retry-After that cannot be read says nothing', () => {
  for (const header of [undefined, '', 'soon', '-5', '1e3', '1.5', 'Sun, 99 Nov 2026 10:30:00 GMT', '2026-11-15'])
    assert.equal(readRetryAfter(header, now), undefined, `${header}`);
});

test('for any answer of an endpoint, the next attempt is between its schedule and a tenth, or 12 hours, more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.oneof(fc.string(), fc.nat().map(String)),
      (failures, chance, header) => {
        const least = nextAttemptAt(failures, now, never)?.getTime() ?? 0;
        const at = nextAttemptAt(failures, now, () => chance, readRetryAfter(header, now))?.getTime() ?? 0;
        const delay = least - now.getTime();
        return at >= least && at <= now.getTime() + Math.max(delay * 1.1 + 1, 43_200_000);
      },
    ),
  );
});
