import { useLanguage } from '../../i18n/language.tsx';
import type { Language } from '../../i18n/messages.ts';
import classes from './when.module.css';

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const nearSeconds = 7 * 86_400;

type Props = { at: string; exact?: boolean; withSeconds?: boolean };

/** A moment: a near one in words ("3 minutes ago") with the exact time below, because a phone has no hovering. */
export function When({ at, exact = false, withSeconds = false }: Props) {
  const { language } = useLanguage();
  const full = formats[language][withSeconds ? 'toTheSecond' : 'exact'].format(new Date(at));
  const seconds = (new Date(at).getTime() - Date.now()) / 1_000;
  if (exact || Math.abs(seconds) > nearSeconds) return <time dateTime={at}>{full}</time>;
  return (
    <time dateTime={at}>
      {relative(seconds, language)}
      <span className={classes.exact}>{full}</span>
    </time>
  );
}

// Cached: a list has a hundred moments, and a format takes longer to make than to use.
const formatsIn = (language: Language) => ({
  exact: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
  toTheSecond: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }),
  near: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
});
const formats = { en: formatsIn('en'), ja: formatsIn('ja') };

export const formatMoment = (at: string, language: Language) => formats[language].exact.format(new Date(at));

function relative(seconds: number, language: Language): string {
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return formats[language].near.format(Math.round(seconds / size), unit);
}
