import { Stack } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { numberMessages } from './messages.ts';
import { NumberSection } from './number-section.tsx';
import { TelephonyByOperatorNote } from './telephony-by-operator.tsx';
import { TrunkSection } from './trunk-section.tsx';

export function NumbersPage() {
  const say = useText(numberMessages);
  return (
    <>
      <PageHeader title={say('title')} about={say('about')} />
      <Stack>
        <TelephonyByOperatorNote />
        <NumberSection />
        <TrunkSection />
      </Stack>
    </>
  );
}
