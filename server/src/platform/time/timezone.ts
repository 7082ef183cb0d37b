/**
 * Gives an IANA time zone the name that Node and PostgreSQL both know it by, or undefined where there is no such zone.
 * JavaScript knows offsets and abbreviations such as `+09:00` and `PST` too; those are no names of IANA's, and
 * PostgreSQL reads some of them the other way round.
 */
export function readTimezone(text: string): string | undefined {
  if (!/^([A-Za-z_]+\/.+|UTC)$/i.test(text) && !shortNames.test(text)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // An old name such as Asia/Kolkata's stays what was chosen; only its letters take their proper case.
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    return undefined;
  }
}

/** IANA's old names without a slash, save those that read like abbreviations, such as EST5EDT. */
const shortNames = new RegExp(
  `^(${[
    'Cuba Egypt Eire GB GB-Eire GMT Greenwich Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya NZ NZ-CHAT Navajo',
    'PRC Poland Portugal ROC ROK Singapore Turkey Universal W-SU Zulu',
  ]
    .join(' ')
    .replaceAll(' ', '|')})$`,
  'i',
);
