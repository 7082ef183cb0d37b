import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockTime } from '../parts/values/days.ts';
import { fullName, shortName, timeIn } from './period-name.ts';

const week = { period_start: '2026-10-19', period_end: '2026-10-25' };

test('days, weeks and months have names of their own', () => {
  assert.equal(shortName(week, 'day', 'en'), 'Oct 19');
  assert.equal(shortName(week, 'week', 'en'), 'Week of Oct 19');
  assert.equal(shortName(week, 'week', 'ja'), '10月19日の週');
  assert.equal(shortName(week, 'month', 'en'), 'Oct 2026');
  assert.equal(shortName(week, 'month', 'ja'), '2026年10月');
  assert.match(fullName(week, 'en'), /^Oct 19\s–\s25, 2026$/);
  assert.match(fullName({ ...week, period_end: '2026-10-19' }, 'en'), /^Mon, Oct 19, 2026$/);
});

test('times are those of the time zone', () => {
  assert.equal(timeIn('2026-10-18T15:00:00.000Z', 'Asia/Tokyo', 'en'), undefined);
  assert.equal(timeIn('2026-10-18T15:07:00.000Z', 'Asia/Tokyo', 'ja'), '0:07');
  assert.equal(clockTime(new Date('2026-03-29T00:59:59Z'), 'Europe/Berlin'), '2026-03-29 01:59:59');
  assert.equal(clockTime(new Date('2026-03-29T01:00:00Z'), 'Europe/Berlin'), '2026-03-29 03:00:00');
});
