import { type Detail, validationFailed } from '../../platform/problem.ts';
import { Type } from '../../platform/schema-type.ts';
import { startOfDay } from '../../platform/time/local-day.ts';
import { readTimezone } from '../../platform/time/timezone.ts';

/** Whole days of a time zone, including both `from` and `to`. */
export type Period = {
  from: string;
  to: string;
  timezone: string;
  /** Each day with its first moment, which is not always midnight, and not always 24 hours before that of the next day. */
  days: { day: string; start: Date }[];
  start: Date;
  /** The first moment after the period. */
  end: Date;
};

const longest = 31;
const oldest = 180;
const usual = 30;

const day = (description: string) =>
  Type.String({ format: 'date', maxLength: 64, description, examples: ['2026-11-15'] });
const first = `First day of the period, as \`YYYY-MM-DD\`. At most ${oldest} days before today.`;
const last = `Last day of the period (inclusive), as \`YYYY-MM-DD\`. At most ${longest} days after \`from\`.`;
const orNeither = `Send both \`from\` and \`to\`, or neither: the default is the last ${usual} days, including today.`;
const timezone = Type.Optional(
  Type.String({
    default: 'UTC',
    maxLength: 64,
    description: 'IANA name of the time zone in which the days of `from` and `to` begin and end.',
    examples: ['Asia/Tokyo'],
  }),
);

export const requiredPeriodParameters = { from: day(first), to: day(last), timezone };

export const periodParameters = {
  from: Type.Optional(day(`${first} ${orNeither}`)),
  to: Type.Optional(day(`${last} ${orNeither}`)),
  timezone,
};

type Query = { from?: string | undefined; to?: string | undefined; timezone?: string | undefined };

/** Reads the days of a request. If they are required, the schema has already reported missing ones. */
export function readPeriod(
  { from, to, timezone = 'UTC' }: Query,
  now: Date,
  days: 'required' | 'optional' = 'optional',
): { period?: Period; faults: Detail[] } {
  // A `+` arrives as a blank, and no time zone has a blank in its name.
  const zone = readTimezone(timezone.replaceAll(' ', '+'));
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone ?? 'UTC')
    .toPlainDate();
  if (from === undefined && to === undefined && days === 'optional')
    return { faults: zoneFaults(zone), ...(zone && period(today.subtract({ days: usual - 1 }), today, zone)) };

  const first = readDay(from);
  const last = readDay(to);
  const faults = [
    ...(days === 'optional' ? absenceFaults({ from, to }) : []),
    ...dayFaults('from', from, first),
    ...dayFaults('to', to, last),
    ...zoneFaults(zone),
    ...(first && zone ? ageFaults(first, today) : []),
    ...(first && last ? lengthFaults(first, last) : []),
  ];
  return { faults, ...(first && last && zone && faults.length === 0 && period(first, last, zone)) };
}

/** The period of a request that was already validated; a day may have ended since, so it is checked again. */
export function periodOf(query: Query, now: Date): Period {
  const { period, faults } = readPeriod(query, now);
  if (!period) throw validationFailed(faults);
  return period;
}

function period(first: Temporal.PlainDate, last: Temporal.PlainDate, timezone: string): { period: Period } {
  const days = Array.from({ length: first.until(last).days + 1 }, (_, i) => first.add({ days: i })).map((date) => {
    return { day: date.toString(), start: startOfDay(date, timezone) };
  });
  const [from, to] = [first.toString(), last.toString()];
  const [start, end] = [startOfDay(first, timezone), startOfDay(last.add({ days: 1 }), timezone)];
  return { period: { from, to, timezone, days, start, end } };
}

function readDay(text: string | undefined): Temporal.PlainDate | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return undefined;
  }
}

function absenceFaults({ from, to }: Query): Detail[] {
  const field = from === undefined ? 'from' : to === undefined ? 'to' : undefined;
  return field ? [{ field, code: 'required', message: 'Send both from and to, or neither.' }] : [];
}

function dayFaults(field: string, text: string | undefined, read: Temporal.PlainDate | undefined): Detail[] {
  const message = `${field} must be a valid date in the format YYYY-MM-DD, such as 2026-11-15.`;
  return text === undefined || read ? [] : [{ field, code: 'invalid_format', message }];
}

function zoneFaults(zone: string | undefined): Detail[] {
  const message = 'timezone must be an IANA time zone name, such as Asia/Tokyo.';
  return zone ? [] : [{ field: 'timezone', code: 'unknown_timezone', message }];
}

function ageFaults(first: Temporal.PlainDate, today: Temporal.PlainDate): Detail[] {
  const earliest = today.subtract({ days: oldest });
  if (Temporal.PlainDate.compare(first, earliest) >= 0) return [];
  const message = `from must be at most ${oldest} days before today. Send ${earliest} or later.`;
  return [{ field: 'from', code: 'out_of_range', message, earliest: earliest.toString() }];
}

function lengthFaults(first: Temporal.PlainDate, last: Temporal.PlainDate): Detail[] {
  const { days } = first.until(last);
  if (days < 0) return [{ field: 'to', code: 'out_of_range', message: 'to must not be before from.' }];
  if (days <= longest) return [];
  const latest = first.add({ days: longest });
  const message = `to must be at most ${longest} days after from. Send ${latest} or earlier, and request a longer period in several parts.`;
  return [{ field: 'to', code: 'out_of_range', message, latest: latest.toString() }];
}
