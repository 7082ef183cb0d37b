import { Button, Group, MultiSelect, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useText } from '../i18n/language.tsx';
import { PartyFields, PeriodFields } from '../parts/lists/narrowing-fields.tsx';
import { words } from '../parts/words.messages.ts';
import { callStatuses } from './call.ts';
import { type CallSearch, callPresets, usualCallPeriod } from './call-search.ts';
import { callMessages } from './messages.ts';

type Props = { search: CallSearch; onChange: (change: Partial<CallSearch>) => void; onReset: () => void };

export function CallFilters({ search, onChange, onReset }: Props) {
  const say = useText(callMessages);
  const word = useText(words);
  const [isOpen, { toggle }] = useDisclosure();
  const isFiltered = search.status || search.staff || search.project || search.type || search.external;
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <PeriodFields presets={callPresets} usual={usualCallPeriod} search={search} onChange={onChange} />
      <Button hiddenFrom="sm" variant="default" aria-expanded={isOpen} onClick={toggle}>
        {say('filters')}
      </Button>
      {/* On a phone the calls come first. */}
      <Group gap="sm" display={{ base: isOpen ? 'flex' : 'none', sm: 'flex' }}>
        <MultiSelect
          aria-label={say('status')}
          placeholder={search.status ? undefined : say('anyStatus')}
          clearable
          miw={180}
          value={search.status?.split(',') ?? []}
          onChange={(chosen) => onChange({ status: chosen.join(',') || undefined })}
          data={callStatuses.map((value) => ({ value, label: say(value) }))}
        />
        <PartyFields search={search} onChange={onChange} />
        <TextInput
          aria-label={say('externalId')}
          placeholder={say('externalId')}
          w={140}
          value={search.external ?? ''}
          onChange={(event) => onChange({ external: event.currentTarget.value || undefined })}
        />
        {isFiltered && (
          <Button variant="subtle" color="gray" onClick={onReset}>
            {word('reset')}
          </Button>
        )}
      </Group>
    </Group>
  );
}
