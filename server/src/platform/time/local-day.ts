/** Clocks may be put forward at midnight: a day begins at its first moment, whatever the hands say. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime({ timeZone }).epochMilliseconds);
}

/** The day that a moment belongs to in a time zone: its first moment, and that of the next day. */
export function localDay(moment: Date, timeZone: string): { start: Date; end: Date } {
  const date = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  return { start: startOfDay(date, timeZone), end: startOfDay(date.add({ days: 1 }), timeZone) };
}
