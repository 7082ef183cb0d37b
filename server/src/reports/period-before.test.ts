import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPeriod } from '../http/input/period.ts';
import { present } from '../platform/present.ts';
import { periodBefore } from './period-before.ts';

/** The period before the given days, as of a moment. */
function before(from: string, to: string, timezone: string, now: string) {
  const moment = new Date(now);
  const { start, end, ...days } = periodBefore(present(readPeriod({ from, to, timezone }, moment).period), moment);
  return { ...days, start: start.toISOString(), end: end.toISOString() };
}

test('a period is compared with as many days before it', () => {
  assert.deepEqual(before('2026-11-08', '2026-11-14', 'Asia/Tokyo', '2026-11-20T00:00:00Z'), {
    ...{ from: '2026-11-01', to: '2026-11-07' },
    ...{ start: '2026-10-31T15:00:00.000Z', end: '2026-11-07T15:00:00.000Z' },
  });
});

test('a day is compared with the same weekday, today up to the same time of day', () => {
  const today = before('2026-11-17', '2026-11-17', 'Asia/Tokyo', '2026-11-17T03:07:08.009Z');
  assert.deepEqual([today.from, today.to, today.end], ['2026-11-10', '2026-11-10', '2026-11-10T03:07:08.009Z']);
  const yesterday = before('2026-11-16', '2026-11-16', 'Asia/Tokyo', '2026-11-17T03:07:08.009Z');
  assert.deepEqual([yesterday.from, yesterday.end], ['2026-11-09', '2026-11-09T15:00:00.000Z']);
});

test('the period before ends at the same time of day while the period goes on, also if clocks have changed since', () => {
  const week = before('2026-10-24', '2026-10-30', 'Europe/Berlin', '2026-10-30T12:00:00Z');
  assert.deepEqual([week.from, week.to], ['2026-10-17', '2026-10-23']);
  assert.equal(week.start, '2026-10-16T22:00:00.000Z');
  assert.equal(week.end, '2026-10-23T11:00:00.000Z'); // 13:00 in Berlin on both days.
});

test('on the day on which an hour is skipped, the comparison stays within the day before', () => {
  // On 2026-03-29 clocks in Berlin went from 2 to 3 o'clock; a week later, it is 2:30.
  const today = before('2026-04-05', '2026-04-05', 'Europe/Berlin', '2026-04-05T00:30:00Z');
  assert.deepEqual([today.start, today.end], ['2026-03-28T23:00:00.000Z', '2026-03-29T01:30:00.000Z']);
});
