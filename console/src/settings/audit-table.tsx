import { Table, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { When } from '../parts/values/when.tsx';
import type { AuditEntry } from './administrator.ts';
import { AuditFacts } from './audit-facts.tsx';
import { AuditSentence } from './audit-sentence.tsx';
import { settingsMessages } from './messages.ts';

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const say = useText(settingsMessages);
  return (
    <ListTable titles={[say('when'), say('what'), say('where')]} minWidth={720}>
      {entries.map((entry) => (
        <Table.Tr key={entry.audit_id}>
          <Table.Td>
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              <When at={entry.at} exact />
            </Text>
          </Table.Td>
          <Table.Td>
            <AuditSentence entry={entry} />
            <AuditFacts details={entry.details} />
          </Table.Td>
          <Table.Td>
            <Text size="sm" ff="monospace">
              {entry.ip}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
