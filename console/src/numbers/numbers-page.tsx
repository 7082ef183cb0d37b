import { Stack } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { KeptTelephonyNote } from './kept-telephony.tsx';
import { numberMessages } from './messages.ts';
import { NumberSection } from './number-section.tsx';
import { TrunkSection } from './trunk-section.tsx';

export function NumbersPage() {
  const say = useText(numberMessages);
  return (
    <>
      <PageHeader title={say('title')} about={say('about')} />
      <Stack>
        <KeptTelephonyNote />
        <NumberSection />
        <TrunkSection />
      </Stack>
    </>
  );
}
