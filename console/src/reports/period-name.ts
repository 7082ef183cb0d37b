import type { Language } from '../i18n/messages.ts';
import type { Granularity, SummaryReport } from './report.ts';

type Part = Pick<SummaryReport['periods'][number], 'period_start' | 'period_end'>;

// Days of the API have no time zone, so they are read and written in UTC.
const at = (day: string) => new Date(`${day}T00:00:00Z`);
const formatted = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });

/** A part of a report on an axis: Oct 18, Week of Oct 18, Oct 2026. */
export function shortName({ period_start }: Part, granularity: Granularity, language: Language): string {
  if (granularity === 'month') return formatted(language, { month: 'short', year: 'numeric' }).format(at(period_start));
  const day = formatted(language, { month: 'short', day: 'numeric' }).format(at(period_start));
  if (granularity === 'day') return day;
  return language === 'ja' ? `${day}の週` : `Week of ${day}`;
}

/** Its first and last day: Sun, Oct 18, 2026, or Oct 18 – 24, 2026. */
export function fullName({ period_start, period_end }: Part, language: Language): string {
  if (period_start === period_end)
    return formatted(language, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }).format(
      at(period_start),
    );
  return formatted(language, { dateStyle: 'medium' }).formatRange(at(period_start), at(period_end));
}

/** The time of day at which a period ends; none if it ends with a day. */
export function timeIn(end: string, timeZone: string, language: Language): string | undefined {
  const format = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone });
  const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return clock.format(new Date(end)) === '00:00' ? undefined : format.format(new Date(end));
}
