/** The time zone of this browser, in which people think of days. */
export const timezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A day of this browser's time zone as the API writes it: 2026-11-15. */
export function dayOf(moment: Date): string {
  const padded = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${padded(moment.getMonth() + 1)}-${padded(moment.getDate())}`;
}

/** The start and end of a local day, for the moments that the API takes. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00`);
export function endOfDay(day: string): Date {
  const moment = startOfDay(day);
  moment.setDate(moment.getDate() + 1);
  return moment;
}

/** The day that many days before today. */
export function daysAgo(days: number): string {
  const moment = new Date();
  moment.setDate(moment.getDate() - days);
  return dayOf(moment);
}
