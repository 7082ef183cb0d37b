import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quartersInDay, quartersInHour, quartersOf } from '../calls/state/quarters.ts';
import { periodOf } from '../http/input/period.ts';
import { cutPeriod, type Granularity } from './cut-period.ts';

const cut = (from: string, to: string, granularity: Granularity, timezone = 'UTC') =>
  cutPeriod(periodOf({ from, to, timezone }, new Date(`${from}T12:00:00Z`)), granularity);
const daysOf = (parts: ReturnType<typeof cut>) =>
  parts.map(({ period_start, period_end }) => `${period_start} to ${period_end}`);

test('weeks begin on Monday, and the first and last of them end where the period does', () => {
  assert.deepEqual(daysOf(cut('2026-07-01', '2026-07-14', 'week')), [
    '2026-07-01 to 2026-07-05',
    '2026-07-06 to 2026-07-12',
    '2026-07-13 to 2026-07-14',
  ]);
  assert.deepEqual(daysOf(cut('2026-07-06', '2026-07-12', 'week')), ['2026-07-06 to 2026-07-12']);
  // The first ISO week of 2027 begins on 4 January: a week does not end with its year.
  assert.deepEqual(daysOf(cut('2026-12-31', '2027-01-04', 'week')), [
    '2026-12-31 to 2027-01-03',
    '2027-01-04 to 2027-01-04',
  ]);
});

test('months are clipped too, and a leap day is in February', () => {
  assert.deepEqual(daysOf(cut('2028-02-15', '2028-03-02', 'month')), [
    '2028-02-15 to 2028-02-29',
    '2028-03-01 to 2028-03-02',
  ]);
  assert.deepEqual(daysOf(cut('2026-07-31', '2026-07-31', 'month')), ['2026-07-31 to 2026-07-31']);
});

test('the parts of a period follow each other without gap or overlap, also where clocks change', () => {
  for (const timezone of ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu'])
    for (const granularity of ['day', 'week', 'month'] as const)
      for (const from of ['2026-03-20', '2026-08-25', '2026-10-10']) {
        const to = Temporal.PlainDate.from(from).add({ days: 31 }).toString();
        const period = periodOf({ from, to, timezone }, new Date(`${from}T12:00:00Z`));
        const parts = cutPeriod(period, granularity);
        assert.deepEqual([parts[0]?.start, parts.at(-1)?.end], [period.start, period.end]);
        for (const [i, { start }] of parts.entries()) if (i > 0) assert.deepEqual(start, parts[i - 1]?.end);
      }
});

test('the whole UTC days or hours in a span are separated from its edges', () => {
  const span = (start: string, end: string, unit: 4 | 96 = quartersInDay) =>
    quartersOf({ start: new Date(start), end: new Date(end) }, unit);
  const midnight = Date.UTC(2026, 6, 2) / 900_000;
  assert.deepEqual(span('2026-07-02T00:00:00Z', '2026-07-04T00:00:00Z'), {
    start: midnight,
    whole_start: midnight,
    whole_end: midnight + 192,
    end: midnight + 192,
  });
  assert.deepEqual(span('2026-07-01T15:00:00Z', '2026-07-03T15:00:00Z'), {
    start: midnight - 36,
    whole_start: midnight,
    whole_end: midnight + 96,
    end: midnight + 156,
  });
  const within = span('2026-07-01T15:00:00Z', '2026-07-02T15:00:00Z');
  assert.deepEqual([within.whole_start, within.whole_end], [within.end, within.end]);
  // A day in Kathmandu (UTC+5:45) begins at a quarter past the hour in UTC.
  assert.deepEqual(span('2026-07-01T18:15:00Z', '2026-07-02T18:15:00Z', quartersInHour), {
    start: midnight - 23,
    whole_start: midnight - 20,
    whole_end: midnight + 72,
    end: midnight + 73,
  });
});
