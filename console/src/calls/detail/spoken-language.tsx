import { Text } from '@mantine/core';
import { useLanguage, useText } from '../../i18n/language.tsx';
import type { Transcription } from '../call.ts';
import { detailMessages } from './messages.ts';

/** The language of a call by its name, and how sure a detected one is. */
export function SpokenLanguage({ transcription }: { transcription: Transcription }) {
  const say = useText(detailMessages);
  const { language: shown } = useLanguage();
  const { language, language_confidence, segments } = transcription;
  const names = new Intl.DisplayNames(shown, { type: 'language' });
  const spoken = [...new Set([language, ...segments.map((segment) => segment.language)])].flatMap((one) =>
    one ? [names.of(one) ?? one] : [],
  );
  if (spoken.length === 0) return null;
  const languages = new Intl.ListFormat(shown).format(spoken);
  const percent = new Intl.NumberFormat(shown, { style: 'percent' }).format(language_confidence ?? 0);
  return (
    <Text size="sm" c="dimmed">
      {language_confidence === null ? languages : say('detectedLanguage', { languages, percent })}
    </Text>
  );
}
