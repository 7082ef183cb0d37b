/** Clocks may go forward at midnight, so a day does not always begin at 0:00. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime({ timeZone }).epochMilliseconds);
}

/** The day of a moment in a time zone: its first moment, and that of the next day. */
export function localDay(moment: Date, timeZone: string): { start: Date; end: Date } {
  const date = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  return { start: startOfDay(date, timeZone), end: startOfDay(date.add({ days: 1 }), timeZone) };
}
