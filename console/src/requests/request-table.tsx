import { Badge, Code, Group, Table, Text } from '@mantine/core';
import type { Shapes } from '../api/types.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { CopyButton } from '../parts/values/copy-button.tsx';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import { requestMessages } from './messages.ts';

type Entry = Shapes['RequestLogEntry'];

export function RequestTable({ entries }: { entries: Entry[] }) {
  const say = useText(requestMessages);
  const word = useText(words);
  const { language } = useLanguage();
  const milliseconds = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    maximumSignificantDigits: 3,
  });
  const titles = [say('time'), say('key'), say('operation'), word('status'), say('duration'), say('requestId')];
  return (
    <ListTable titles={titles} minWidth={860}>
      {entries.map((entry) => (
        <Table.Tr key={`${entry.at} ${entry.request_id}`}>
          <Table.Td>
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              <When at={entry.at} exact withSeconds />
            </Text>
          </Table.Td>
          <Table.Td>
            <Text size="sm">{entry.key_name ?? word('someone', { id: entry.key_id })}</Text>
          </Table.Td>
          <Table.Td>
            <Code>{entry.operation}</Code>
          </Table.Td>
          <Table.Td>
            <Badge color={colorOf(entry.status)}>{entry.status}</Badge>
          </Table.Td>
          <Table.Td>
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              {milliseconds.format(entry.milliseconds)}
            </Text>
          </Table.Td>
          <Table.Td>
            <Group gap={4} wrap="nowrap">
              <Code fz={11} style={{ overflowWrap: 'anywhere' }}>
                {entry.request_id}
              </Code>
              <CopyButton value={entry.request_id} label={say('copyRequestId')} />
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

function colorOf(status: number): string {
  if (status < 400) return 'teal';
  return status < 500 ? 'orange' : 'red';
}
