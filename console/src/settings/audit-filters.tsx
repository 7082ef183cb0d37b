import { Group, TextInput } from '@mantine/core';
import { useAll } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import { words } from '../parts/words.messages.ts';
import { settingsMessages } from './messages.ts';

export type Filters = { administrator: string; action: string; from: string; to: string };

export function AuditFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}) {
  const say = useText(settingsMessages);
  const word = useText(words);
  const administrators = useAll('/administrators');
  const people = (administrators.data ?? []).map(({ administrator_id, email }) => ({
    value: String(administrator_id),
    label: email,
  }));
  return (
    <Group gap="sm" mb="md">
      <Picker
        aria-label={say('who')}
        maw={260}
        value={filters.administrator}
        onChange={(administrator) => onChange({ administrator })}
        options={[{ value: '', label: say('anybody') }, ...people]}
      />
      <TextInput
        aria-label={say('action')}
        placeholder={say('anyAction')}
        w={260}
        value={filters.action}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        max="9999-12-31"
        aria-label={word('from')}
        value={filters.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        max="9999-12-31"
        aria-label={word('to')}
        value={filters.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </Group>
  );
}
