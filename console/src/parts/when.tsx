import { Text } from '@mantine/core';
import { useLanguage } from '../i18n/language.tsx';

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const nearSeconds = 7 * 86_400;

/** A moment: what is near in words ("3 minutes ago") with the exact time below, for there is no pointing at it on a phone. */
export function When({ at, exact = false }: { at: string; exact?: boolean }) {
  const { language } = useLanguage();
  const full = formatMoment(at, language);
  const seconds = (new Date(at).getTime() - Date.now()) / 1_000;
  if (exact || Math.abs(seconds) > nearSeconds) return <time dateTime={at}>{full}</time>;
  return (
    <time dateTime={at}>
      {relative(seconds, language)}
      <Text span display="block" size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {full}
      </Text>
    </time>
  );
}

export function formatMoment(at: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

function relative(seconds: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return format.format(Math.round(seconds / size), unit);
}
