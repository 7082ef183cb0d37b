// Calls are counted by the quarter of an hour in which they were initiated, numbered since 1970; also by whole hours and whole
// UTC days, each identified by its first quarter.

const quarterSeconds = 900;
export const quartersInHour = 4;
export const quartersInDay = 96;

/** The quarter of a moment. */
export const quarterOf = (moment: Date) => Math.floor(moment.getTime() / (1_000 * quarterSeconds));

/** The moment at which a quarter begins. */
export const quarterStart = (quarter: number) => new Date(quarter * 1_000 * quarterSeconds);

/** The quarter of a moment in SQL. */
export const quarterSql = (moment: string) => `floor(extract(epoch from ${moment}) / ${quarterSeconds})::int`;

/** The time at which a quarter begins, in SQL. */
export const quarterStartSql = (quarter: string) => `to_timestamp((${quarter}) * ${quarterSeconds}::float8)`;

/** The first quarter of the hour or day of a quarter, in SQL. */
export const unitStartSql = (quarter: string, unit: Unit) => `${quarter} - ${quarter} % ${unit}`;

type Unit = typeof quartersInHour | typeof quartersInDay;

type Span = { start: Date; end: Date };
/** Quarters from `start` to before `end`, of which those from `whole_start` to before `whole_end` are whole units. */
export type Quarters = { start: number; whole_start: number; whole_end: number; end: number };

export function quartersOf(span: Span, unit: Unit): Quarters {
  // Each time zone's days begin with a quarter: see the test of `http/input/period.ts`.
  const start = quarterOf(span.start);
  const end = quarterOf(span.end);
  const whole_start = Math.ceil(start / unit) * unit;
  const whole_end = Math.floor(end / unit) * unit;
  // If no whole unit fits, all quarters come before the whole units.
  return whole_start < whole_end
    ? { start, whole_start, whole_end, end }
    : { start, whole_start: end, whole_end: end, end };
}

/** If all borders fall on whole hours, as in most time zones, hours are fine enough. */
export function finestOf(...spans: Quarters[]): 'hour' | 'quarter' {
  const borders = spans.flatMap(({ start, end }) => [start, end]);
  return borders.every((border) => border % quartersInHour === 0) ? 'hour' : 'quarter';
}

/** Quarters from `start` to before `end`: whole days in the middle, whole hours around them, and single quarters at both ends. */
export function nestedQuartersOf(span: Span) {
  const { start, whole_start: hour_start, whole_end: hour_end, end } = quartersOf(span, quartersInHour);
  const days = quartersOf(span, quartersInDay);
  // Without a whole day, all hours come before the days.
  const [day_start, day_end] = [Math.min(days.whole_start, hour_end), Math.min(days.whole_end, hour_end)];
  return { start, hour_start, day_start, day_end, hour_end, end };
}
