import { Stack, Text } from '@mantine/core';
import { useLanguage, useText } from '../i18n/language.tsx';
import { Facts } from '../parts/values/facts.tsx';
import { counts, type Erasure, isMinimum } from './erasure.ts';
import { erasureMessages } from './messages.ts';

/** How much of what is erased. Zeros are left out. */
export function ErasureCounts({ title, erasure }: { title: string; erasure: Erasure }) {
  const countsOf = useCountTexts();
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <Facts facts={countsOf(erasure)} />
    </section>
  );
}

/** The counts that are not zero, with their names. */
export function useCountTexts(): (erasure: Erasure) => [name: string, count: string][] {
  const say = useText(erasureMessages);
  const { language } = useLanguage();
  const format = new Intl.NumberFormat(language);
  return (erasure) =>
    counts
      .filter((name) => erasure.erased[name] > 0 || isMinimum(name, erasure))
      .map((name) => {
        const n = format.format(erasure.erased[name]);
        return [say(name), isMinimum(name, erasure) ? say('orMore', { n }) : n];
      });
}

/** Says what an erasure leaves. */
export function KeptNotes({ erasure: { erased, kept } }: { erasure: Erasure }) {
  const say = useText(erasureMessages);
  return (
    <Stack gap={4}>
      {erased.test_calls + erased.live_calls > 0 && <Text size="sm">{say('callsStay')}</Text>}
      {kept.blocked_numbers > 0 && <Text size="sm">{say('blockedStay', { n: kept.blocked_numbers })}</Text>}
      {kept.other_customers > 0 && <Text size="sm">{say('othersStay', { n: kept.other_customers })}</Text>}
    </Stack>
  );
}
