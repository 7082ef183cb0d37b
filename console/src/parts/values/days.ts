/** The time zone of this browser, in which the times of single calls are shown. */
export const timezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether a time zone is that of this browser, which may write its name in another way. */
export function isZoneHere(timeZone: string): boolean {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone === timezone();
}

/** A day of this browser's time zone as the API writes it: 2026-11-15. */
export function dayOf(moment: Date): string {
  const padded = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${padded(moment.getMonth() + 1)}-${padded(moment.getDate())}`;
}

/** The day that many days before today in a time zone. */
export function daysAgoIn(zone: string, days: number): string {
  const { year, month, day } = partsOf(new Date(), zone);
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) - days)).toISOString().slice(0, 10);
}

/** The last 30 days in a time zone, with today, as the API takes a period. */
export const last30Days = (timezone: string) => ({
  from: daysAgoIn(timezone, 29),
  to: daysAgoIn(timezone, 0),
  timezone,
});

/** A moment as clocks in a time zone show it, for files: 2026-11-15 09:30:00. */
export function clockTime(moment: Date, zone: string): string {
  const { year, month, day, hour, minute, second } = partsOf(moment, zone);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

function partsOf(moment: Date, timeZone: string): Record<string, string> {
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', ...twoDigits, hourCycle: 'h23', timeZone });
  return Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
}

/** The start and end of a local day, for the moments that the API takes. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00`);
export function endOfDay(day: string): Date {
  const moment = startOfDay(day);
  moment.setDate(moment.getDate() + 1);
  return moment;
}
