import { Button, Group, MultiSelect, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useText } from '../i18n/language.tsx';
import { dayOf, daysAgo } from '../parts/days.ts';
import { projectOptions, staffOptions, useNames } from '../parts/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { callStatuses } from './call.ts';
import { type CallSearch, presets } from './call-search.ts';
import { callMessages } from './messages.ts';

type Props = { search: CallSearch; onChange: (change: Partial<CallSearch>) => void; onReset: () => void };

export function CallFilters({ search, onChange, onReset }: Props) {
  const say = useText(callMessages);
  const word = useText(words);
  const { staff, projects } = useNames();
  const [isOpen, { toggle }] = useDisclosure();
  const isCustom = search.from !== undefined;
  const choosePeriod = (value: string) =>
    onChange(
      value === 'custom'
        ? { from: daysAgo(6), to: dayOf(new Date()), period: undefined }
        : { from: undefined, to: undefined, period: value as CallSearch['period'] },
    );
  const isFiltered = search.status || search.staff || search.project || search.type || search.external;
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <SegmentedControl
        aria-label={say('period')}
        value={isCustom ? 'custom' : (search.period ?? 'week')}
        onChange={choosePeriod}
        data={[...presets, 'custom' as const].map((value) => ({ value, label: say(value) }))}
      />
      {isCustom && (
        <>
          <TextInput
            type="date"
            aria-label={word('from')}
            value={search.from}
            max={search.to}
            onChange={(event) => event.currentTarget.value && onChange({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            aria-label={word('to')}
            value={search.to ?? ''}
            min={search.from}
            onChange={(event) => event.currentTarget.value && onChange({ to: event.currentTarget.value })}
          />
        </>
      )}
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
        <NativeSelect
          aria-label={word('staff')}
          value={search.staff ?? ''}
          onChange={(event) => onChange({ staff: event.currentTarget.value || undefined })}
          data={[{ value: '', label: say('anyStaff') }, ...staffOptions(staff)]}
        />
        <NativeSelect
          aria-label={word('project')}
          value={search.project ?? ''}
          onChange={(event) => onChange({ project: event.currentTarget.value || undefined })}
          data={[{ value: '', label: say('anyProject') }, ...projectOptions(projects)]}
        />
        <NativeSelect
          aria-label={say('type')}
          value={search.type ?? ''}
          onChange={(event) => onChange({ type: (event.currentTarget.value || undefined) as CallSearch['type'] })}
          data={[
            { value: '', label: say('anyType') },
            { value: 'outbound', label: say('outbound') },
            { value: 'inbound', label: say('inbound') },
          ]}
        />
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
