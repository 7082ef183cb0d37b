import { Code, Group, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAll, usePage } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { endOfDay, startOfDay } from '../parts/values/days.ts';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import type { AuditEntry } from './administrator.ts';
import { settingsMessages } from './messages.ts';

type Filters = { administrator: string; action: string; from: string; to: string };

export function AuditLogPage() {
  const say = useText(settingsMessages);
  const [filters, setFilters] = useState<Filters>({ administrator: '', action: '', from: '', to: '' });
  const [page, setPage] = useState(1);
  const [{ administrator, action, from, to }] = useDebouncedValue(filters, 250);
  // The API's days are those of UTC, and people look for their own.
  const period = { from: from && startOfDay(from).toISOString(), to: to && endOfDay(to).toISOString() };
  const query = { administrator_id: administrator, action: action.trim(), ...period, page, per_page: 50 };
  const entries = usePage('/audit-log', { query });
  const change = (next: Partial<Filters>) => {
    setFilters((before) => ({ ...before, ...next }));
    setPage(1);
  };
  return (
    <>
      <PageHeader title={say('auditLog')} about={say('auditLogAbout')} />
      <AuditFilters filters={filters} onChange={change} />
      <Card>
        <Loaded query={entries}>
          {({ data, pagination }) =>
            data.length === 0 ? (
              <Empty icon="history" title={say('noEntries')}>
                {say('noEntriesAbout')}
              </Empty>
            ) : (
              <>
                <AuditTable entries={data} />
                <Pager pagination={pagination} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

function AuditFilters({ filters, onChange }: { filters: Filters; onChange: (change: Partial<Filters>) => void }) {
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

const inWords = ([name, value]: [string, unknown]) => `${name}: ${valueInWords(value)}`;

function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueInWords).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const say = useText(settingsMessages);
  return (
    <ListTable titles={[say('when'), say('who'), say('what'), say('where')]} minWidth={720}>
      {entries.map(({ audit_id, at, administrator_email, action, subject, details, ip }) => (
        <Table.Tr key={audit_id}>
          <Table.Td>
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              <When at={at} exact />
            </Text>
          </Table.Td>
          <Table.Td>
            <Text size="sm">{administrator_email}</Text>
          </Table.Td>
          <Table.Td>
            <Group gap="xs">
              <Code>{action}</Code>
              <Text size="sm">{subject}</Text>
            </Group>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {Object.entries(details ?? {})
                .map(inWords)
                .join(' · ')}
            </Text>
          </Table.Td>
          <Table.Td>
            <Text size="sm" ff="monospace">
              {ip}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
