import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTimezone } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { PeriodFields } from '../parts/lists/period-fields.tsx';
import { useFaults } from '../parts/problems/use-faults.ts';
import { isZoneHere, timezone } from '../parts/values/days.ts';
import { words } from '../parts/words.messages.ts';
import { type CallSearch, callPresets, filtersIn, usualCallPeriod } from './call-search.ts';
import { CommittedInput } from './committed-input.tsx';
import { callMessages } from './messages.ts';
import { OtherFilters } from './other-filters.ts';

type Props = {
  search: CallSearch;
  onChange: (change: Partial<CallSearch>) => void;
  onReset: () => void;
  /** The refusal of the list. */
  error: Error | null;
  /** Other controls of the list. */
  children: ReactNode;
};

/** One line, so that the calls begin high up: the period, the words, and a button for the other filters. */
export function CallFilters({ search, onChange, onReset, error, children }: Props) {
  const say = useText(callMessages);
  const word = useText(words);
  const zone = useTimezone();
  const { q, ...others } = filtersIn(search);
  const count = Object.keys(others).length;
  // An address with filters shows them.
  const [isOpen, { toggle }] = useDisclosure(count > 0);
  const faults = useFaults(error);
  return (
    <Stack gap="xs" mb="sm">
      <Group gap="xs" align="flex-start">
        <PeriodFields presets={callPresets} usual={usualCallPeriod} {...{ zone, search, onChange }} />
        <CommittedInput
          aria-label={say('search')}
          placeholder={say('searchAbout')}
          leftSection={<Icon name="search" size={16} />}
          flex="1 1 180px"
          maxLength={100}
          value={search.q ?? ''}
          onCommit={(q) => onChange({ q: q || undefined })}
          error={faults.q && say('searchTooShort')}
        />
        <Button
          variant={count > 0 ? 'light' : 'default'}
          px="sm"
          leftSection={<Icon name="filter" size={16} />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {count > 0 ? `${say('filters')} (${count})` : say('filters')}
        </Button>
        {children}
        {(q !== undefined || count > 0) && (
          <Button variant="subtle" color="gray" px="xs" onClick={onReset}>
            {word('reset')}
          </Button>
        )}
      </Group>
      {!isZoneHere(zone) && (
        <Text size="xs" c="dimmed">
          {say('zones', { days: zone, times: timezone() })}
        </Text>
      )}
      {isOpen && (
        <Group gap="xs" align="flex-start">
          <OtherFilters search={search} onChange={onChange} numberFault={faults.phone_number} />
        </Group>
      )}
    </Stack>
  );
}
