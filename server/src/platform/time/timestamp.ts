const form = /^(\d{4}-\d{2}-\d{2})(?:[Tt](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:?\d{2}))?$/;

/** A point in time (RFC 3339), or a day, which means its first moment in UTC; undefined if it is neither. */
export function readTimestamp(text: string): Date | undefined {
  const [, day, time = '00:00:00', zone = 'Z'] = form.exec(text) ?? [];
  if (day === undefined) return undefined;
  try {
    // Temporal refuses days that do not exist; Date would move them.
    const instant = Temporal.Instant.from(`${day}T${time}${zone}`);
    return new Date(instant.epochMilliseconds);
  } catch {
    return undefined;
  }
}
