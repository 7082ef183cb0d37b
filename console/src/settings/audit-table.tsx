import { Code, Group, Table, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { When } from '../parts/values/when.tsx';
import type { AuditEntry } from './administrator.ts';
import { settingsMessages } from './messages.ts';

const inWords = ([name, value]: [string, unknown]) => `${name}: ${valueInWords(value)}`;

function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueInWords).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
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
