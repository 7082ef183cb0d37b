import { Center, SegmentedControl } from '@mantine/core';
import { useLanguage, useText } from '../i18n/language.tsx';
import type { Language } from '../i18n/messages.ts';
import { words } from '../parts/words.messages.ts';

export function LanguageChoice() {
  const say = useText(words);
  const { language, choose } = useLanguage();
  return (
    <Center>
      <SegmentedControl
        size="xs"
        aria-label={say('language')}
        value={language}
        onChange={(next) => choose(next as Language)}
        data={[
          { value: 'en', label: 'English' },
          { value: 'ja', label: '日本語' },
        ]}
      />
    </Center>
  );
}
