import { Group, TextInput } from '@mantine/core';
import { useAll } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import { words } from '../parts/words.messages.ts';
import { auditActions, useActionName } from './audit-sentence.tsx';
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
  const nameOf = useActionName();
  const actions = auditActions.map((action) => ({ value: action, label: nameOf(action) }));
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
      <Picker
        aria-label={say('action')}
        w={300}
        value={filters.action}
        onChange={(action) => onChange({ action })}
        options={[{ value: '', label: say('anyAction') }, ...actions]}
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
