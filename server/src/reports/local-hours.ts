import { quarterStart } from '../calls/state/quarters.ts';

// Sums of hours of UTC, or of quarters of an hour, added up by the hours that clocks show in a time zone. An hour that is repeated
// when clocks are set back counts twice, and one that is skipped not at all.

/** The calls of one hour or quarter, which is identified by its first quarter. */
type UnitSum = { unit: number; total: number; connected: number; missed: number };

/** Since when clocks differ from UTC by how much, in milliseconds; the first one is the start of a time. */
type Offsets = { since: number; offset: number }[];

const hoursInDay = 24;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hourMs = 3_600_000;

/** How clocks are set from the start of a time to its end. */
export function offsetsIn({ start, end }: { start: Date; end: Date }, timezone: string): Offsets {
  const offsets: Offsets = [];
  const first = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(timezone);
  for (
    let moment: Temporal.ZonedDateTime | null = first;
    moment && moment.epochMilliseconds < end.getTime();
    moment = moment.getTimeZoneTransition('next')
  )
    offsets.push({ since: moment.epochMilliseconds, offset: moment.offsetNanoseconds / 1_000_000 });
  return offsets;
}

/** Whether every local hour is an hour of UTC too. */
export const hasWholeHours = (offsets: Offsets) => offsets.every(({ offset }) => offset % hourMs === 0);

function localTime(unit: number, offsets: Offsets): { weekday: number; hour: number } {
  const moment = quarterStart(unit).getTime();
  const local = new Date(moment + (offsets.findLast(({ since }) => since <= moment)?.offset ?? 0));
  return { weekday: local.getUTCDay() || 7, hour: local.getUTCHours() };
}

/** The sums of the hours from 0 to 23. */
export function sumByHour(sums: UnitSum[], offsets: Offsets) {
  const hours = Array.from({ length: hoursInDay }, () => ({ total: 0, connected: 0, missed: 0 }));
  for (const { unit, total, connected, missed } of sums) {
    const sum = hours[localTime(unit, offsets).hour];
    if (!sum) continue;
    sum.total += total;
    sum.connected += connected;
    sum.missed += missed;
  }
  return hours;
}

/** The calls of each weekday, from Monday, and of each of its hours; and how many such days there are. */
export function sumByWeekday(sums: UnitSum[], offsets: Offsets, days: { day: string }[]) {
  const counts = weekdays.map(() => Array<number>(hoursInDay).fill(0));
  for (const { unit, total } of sums) {
    const { weekday, hour } = localTime(unit, offsets);
    const hours = counts[weekday - 1] ?? [];
    hours[hour] = (hours[hour] ?? 0) + total;
  }
  const dayNumbers = days.map(({ day }) => Temporal.PlainDate.from(day).dayOfWeek);
  return weekdays.map((weekday) => {
    const hours = counts[weekday - 1] ?? [];
    return {
      weekday,
      days: dayNumbers.filter((day) => day === weekday).length,
      total_calls: hours.reduce((sum, calls) => sum + calls, 0),
      hours,
    };
  });
}
