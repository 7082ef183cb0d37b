import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localDay } from './local-day.ts';

test('a day lasts from its first moment in a time zone to that of the next, however long it is', () => {
  const cases = [
    ['2026-11-15T09:30:00Z', 'UTC', '2026-11-15T00:00Z', '2026-11-16T00:00Z'],
    ['2026-11-15T15:00:00Z', 'Asia/Tokyo', '2026-11-15T15:00Z', '2026-11-16T15:00Z'],
    ['2026-11-15T14:59:59.999Z', 'Asia/Tokyo', '2026-11-14T15:00Z', '2026-11-15T15:00Z'],
    ['2026-03-29T12:00:00Z', 'Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    // Here clocks go from 0:00 to 1:00 in one night, and from 1:00 back to 0:00 in another.
    ['2026-03-08T12:00:00Z', 'America/Havana', '2026-03-08T05:00Z', '2026-03-09T04:00Z'],
    ['2026-11-01T04:30:00Z', 'America/Havana', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  ] as const;
  for (const [moment, zone, start, end] of cases)
    assert.deepEqual(localDay(new Date(moment), zone), { start: new Date(start), end: new Date(end) }, moment);
});
