import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodOf, readPeriod } from './period.ts';

const now = new Date('2026-07-15T12:00:00Z');
const faultsOf = (query: Parameters<typeof readPeriod>[0], at = now) => {
  const { period, faults } = readPeriod(query, at);
  assert.equal(period === undefined, faults.length > 0);
  return faults.map(({ field, code }) => `${field} ${code}`);
};
const accepts = (from: string, to: string, timezone = 'UTC', at = now) =>
  assert.deepEqual(faultsOf({ from, to, timezone }, at), [], `${from} to ${to} in ${timezone}`);

test('both days are included and the end is the first moment after them', () => {
  assert.deepEqual(readPeriod({ from: '2026-07-01', to: '2026-07-02', timezone: 'asia/tokyo' }, now), {
    faults: [],
    period: {
      from: '2026-07-01',
      to: '2026-07-02',
      timezone: 'Asia/Tokyo',
      days: [
        { day: '2026-07-01', start: new Date('2026-06-30T15:00:00Z') },
        { day: '2026-07-02', start: new Date('2026-07-01T15:00:00Z') },
      ],
      start: new Date('2026-06-30T15:00:00Z'),
      end: new Date('2026-07-02T15:00:00Z'),
    },
  });
});

test('a period is at most 31 days from its first day to its last', () => {
  accepts('2026-05-01', '2026-05-01');
  accepts('2026-05-01', '2026-06-01');
  assert.deepEqual(faultsOf({ from: '2026-05-01', to: '2026-06-02' }), ['to out_of_range']);
  assert.deepEqual(readPeriod({ from: '2026-05-01', to: '2026-12-31' }, now).faults[0]?.latest, '2026-06-01');
  assert.deepEqual(faultsOf({ from: '2026-05-02', to: '2026-05-01' }), ['to out_of_range']);
});

test('a period begins at most 180 days before today, and today is that of the time zone', () => {
  accepts('2026-01-16', '2026-01-16');
  assert.deepEqual(faultsOf({ from: '2026-01-15', to: '2026-01-16' }), ['from out_of_range']);
  // It is the 16th already in Kiritimati (UTC+14) and still the 14th in Pago Pago (UTC-11).
  const [late, early] = [new Date('2026-07-15T10:00:00Z'), new Date('2026-07-15T10:59:59Z')];
  assert.deepEqual(faultsOf({ from: '2026-01-16', to: '2026-01-16', timezone: 'Pacific/Kiritimati' }, late), [
    'from out_of_range',
  ]);
  accepts('2026-01-17', '2026-01-17', 'Pacific/Kiritimati', late);
  accepts('2026-01-15', '2026-01-15', 'Pacific/Pago_Pago', early);
  assert.deepEqual(faultsOf({ from: '2026-01-15', to: '2026-01-15', timezone: 'Pacific/Pago_Pago' }), [
    'from out_of_range',
  ]);
});

test('days to come are allowed, to the end of the calendar', () => {
  accepts('2026-07-16', '2026-08-16');
  accepts('2027-01-01', '2027-01-31');
  accepts('9999-12-01', '9999-12-31', 'Pacific/Pago_Pago');
});

test('a leap day is a day of leap years only', () => {
  const after = new Date('2028-03-10T00:00:00Z');
  accepts('2028-02-29', '2028-02-29', 'UTC', after);
  assert.equal(periodOf({ from: '2028-02-28', to: '2028-03-01' }, after).days.length, 3);
  assert.deepEqual(faultsOf({ from: '2026-02-28', to: '2026-02-29' }), ['to invalid_format']);
});

test('a day that does not exist is refused', () => {
  const refused = [
    '',
    'today',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-07-00',
    '2026-2-3',
    '20260703',
    '2026-07-03 ',
    '2026-07-03T00:00:00Z',
    '2026-07-03[u-ca=japanese]',
    '-002026-07-03',
    '+002026-07-03',
    '02026-07-03',
    '２０２６-07-03',
  ];
  for (const text of refused)
    assert.deepEqual(faultsOf({ from: text, to: text }), ['from invalid_format', 'to invalid_format'], text);
  assert.deepEqual(faultsOf({ from: '0000-01-01', to: '0000-01-01' }), ['from out_of_range']);
});

test('a zone is named as IANA names it, and a plus that arrives as a blank is still a plus', () => {
  for (const timezone of ['Mars/Olympus', 'JST', '+09:00', ''])
    assert.deepEqual(faultsOf({ timezone }), ['timezone unknown_timezone'], timezone);
  assert.equal(periodOf({ timezone: 'Etc/GMT 9' }, now).timezone, 'Etc/GMT+9');
  assert.deepEqual(faultsOf({ from: 'x', to: '2026-07-01', timezone: 'Nowhere' }), [
    'from invalid_format',
    'timezone unknown_timezone',
  ]);
});

test('without days it is today and the 29 days before; one day alone is refused', () => {
  const { from, to, days } = periodOf({ timezone: 'Pacific/Kiritimati' }, now);
  assert.deepEqual([from, to, days.length], ['2026-06-17', '2026-07-16', 30]);
  assert.deepEqual(faultsOf({ from: '2026-07-01' }), ['to required']);
  assert.deepEqual(faultsOf({ to: '2026-07-01' }), ['from required']);
});

test('if days are required the schema reports missing ones, and the rest is reported here', () => {
  assert.deepEqual(readPeriod({}, now, 'required'), { faults: [] });
  const { period, faults } = readPeriod({ from: '2026-02-30' }, now, 'required');
  assert.deepEqual([period, faults.map(({ field }) => field)], [undefined, ['from']]);
});

test('a period that has become too old since it was read is refused again', () => {
  const query = { from: '2026-01-16', to: '2026-01-16' };
  assert.equal(periodOf(query, new Date('2026-07-15T23:59:59.999Z')).from, '2026-01-16');
  assert.throws(() => periodOf(query, new Date('2026-07-16T00:00:00Z')), { code: 'validation_failed' });
});

test('days have 23 or 25 hours when clocks change, and begin at one o’clock where midnight is left out', () => {
  const hours = (timezone: string, day: string) => {
    const { start, end } = periodOf({ from: day, to: day, timezone }, new Date(`${day}T12:00:00Z`));
    return [start.toISOString(), (end.getTime() - start.getTime()) / 3_600_000];
  };
  assert.deepEqual(hours('Europe/Berlin', '2026-03-29'), ['2026-03-28T23:00:00.000Z', 23]);
  assert.deepEqual(hours('Europe/Berlin', '2026-10-25'), ['2026-10-24T22:00:00.000Z', 25]);
  assert.deepEqual(hours('Australia/Lord_Howe', '2026-04-05'), ['2026-04-04T13:00:00.000Z', 24.5]);
  assert.deepEqual(hours('America/Santiago', '2026-09-06'), ['2026-09-06T04:00:00.000Z', 23]);
  assert.deepEqual(hours('America/Santiago', '2026-04-04'), ['2026-04-04T03:00:00.000Z', 25]);
  assert.deepEqual(hours('Africa/Cairo', '2026-04-24'), ['2026-04-23T22:00:00.000Z', 23]);
  assert.deepEqual(hours('Asia/Beirut', '2026-03-29'), ['2026-03-28T22:00:00.000Z', 23]);
});

test('in every time zone days follow each other without gap or overlap, and each begins with a quarter of an hour', () => {
  const quarter = 900_000;
  // Calls are counted by quarters of an hour, so this must stay true of all existing time zones.
  const today = new Date();
  const todayUtc = Temporal.PlainDate.from(today.toISOString().slice(0, 10));
  const zones = Intl.supportedValuesOf('timeZone');
  assert.ok(zones.length > 300);
  for (const timezone of zones) {
    let end: Date | undefined;
    // A day at either end is left out, because the time zone may have another date today.
    for (let offset = -179; offset < 60; offset += 32) {
      const from = todayUtc.add({ days: offset }).toString();
      const to = todayUtc.add({ days: offset + 31 }).toString();
      const period = periodOf({ from, to, timezone }, today);
      assert.equal(period.days.length, 32);
      assert.equal(period.start.getTime(), period.days[0]?.start.getTime());
      assert.ok(end === undefined || end.getTime() === period.start.getTime(), `${timezone} ${from}`);
      const edges = [...period.days.map(({ start }) => start.getTime()), period.end.getTime()];
      for (const [i, edge] of edges.entries()) {
        assert.equal(edge % quarter, 0, `${timezone} ${period.days[i]?.day}`);
        const hours = (edge - (edges[i - 1] ?? edge - 86_400_000)) / 3_600_000;
        assert.ok(hours >= 22 && hours <= 26, `${timezone} ${period.days[i]?.day}: ${hours} h`);
      }
      ({ end } = period);
    }
  }
});
