import { useLanguage } from '../i18n/language.tsx';
import type { Language } from '../i18n/messages.ts';
import { useNow } from './talk-time.tsx';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A moment in one line: as time passed on the first day, which counts up, and as date and time later. The tooltip is exact. */
export function Since({ at }: { at: string }) {
  const { language } = useLanguage();
  const moment = new Date(at);
  const passed = useNow(tickOf(Date.now() - moment.getTime())) - moment.getTime();
  const { full, short, near } = formats[language];
  return (
    <time dateTime={at} title={full.format(moment)}>
      {passed < day ? near.format(...passedSince(passed)) : short.format(moment)}
    </time>
  );
}

/** How often the text changes. */
const tickOf = (passed: number) => (passed < minute ? 1_000 : passed < day ? minute / 2 : undefined);

function passedSince(passed: number): [number, Intl.RelativeTimeFormatUnit] {
  const [size, unit] =
    passed < minute
      ? ([1_000, 'second'] as const)
      : passed < hour
        ? ([minute, 'minute'] as const)
        : ([hour, 'hour'] as const);
  return [-Math.max(0, Math.floor(passed / size)), unit];
}

// Cached: a list has a hundred moments, and a format takes longer to make than to use.
const formatsIn = (language: Language) => ({
  full: new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' }),
  short: new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }),
  near: new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'narrow' }),
});
const formats = { en: formatsIn('en'), ja: formatsIn('ja') };
