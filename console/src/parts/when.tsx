import { useLanguage } from '../i18n/language.tsx';

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** A moment, in words for what is near ("3 minutes ago") and exactly on a second look. */
export function When({ at, exact = false }: { at: string; exact?: boolean }) {
  const { language } = useLanguage();
  const full = formatMoment(at, language);
  if (exact) return <time dateTime={at}>{full}</time>;
  return (
    <time dateTime={at} title={full}>
      {relative(at, language)}
    </time>
  );
}

export function formatMoment(at: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

function relative(at: string, language: string): string {
  const seconds = (new Date(at).getTime() - Date.now()) / 1_000;
  if (Math.abs(seconds) > 7 * 86_400)
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(at));
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return format.format(Math.round(seconds / size), unit);
}
