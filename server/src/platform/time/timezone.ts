/**
 * Returns the name of an IANA time zone that both Node and PostgreSQL know, or undefined if there is no such zone. JavaScript
 * also accepts offsets and abbreviations such as `+09:00` and `PST`; those are not IANA names, and PostgreSQL interprets some
 * of them with the opposite sign.
 */
export function readTimezone(text: string): string | undefined {
  if (!/^([A-Za-z_]+\/.+|UTC)$/i.test(text) && !shortNames.test(text)) return undefined;
  try {
    Temporal.Now.instant().toZonedDateTimeISO(text); // It does not know all of the old names that Intl knows.
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // An old name, such as that of Asia/Kolkata, stays as chosen; only its letters take their proper case.
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    return undefined;
  }
}

/** IANA's old names without a slash, except those that look like abbreviations, such as EST5EDT. */
const shortNames = new RegExp(
  `^(${[
    'Cuba Egypt Eire GB GB-Eire GMT Greenwich Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya NZ NZ-CHAT Navajo',
    'PRC Poland Portugal ROC ROK Singapore Turkey Universal W-SU Zulu',
  ]
    .join(' ')
    .replaceAll(' ', '|')})$`,
  'i',
);
