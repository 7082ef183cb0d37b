// The API takes periods of at most 31 days; longer ones are read in several ranges.

export type Period = { from: string; to: string };

const dayMs = 86_400_000;
const mostDays = 31;

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs;
export const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dayNumber(text));

export const addDays = (day: string, days: number) => dayAt((dayNumber(day) + days) * dayMs);

/** Whether the API would refuse the period for its length alone; any other fault is left to the API. */
export function isLong({ from, to }: { from?: unknown; to?: unknown }): boolean {
  return isDay(from) && isDay(to) && dayNumber(to) - dayNumber(from) > mostDays;
}

/** Consecutive ranges, from the first day to the last one. */
export function rangesOf({ from, to }: Period, days = mostDays): Period[] {
  const ranges: Period[] = [];
  for (let first = from; first <= to; first = addDays(first, days)) {
    const last = addDays(first, days - 1);
    ranges.push({ from: first, to: last < to ? last : to });
  }
  return ranges;
}

/** The first day of the week (Monday) or month of a day. */
export function startOf(day: string, granularity: 'day' | 'week' | 'month'): string {
  if (granularity === 'day') return day;
  if (granularity === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
