import { Table, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { When } from '../parts/values/when.tsx';
import type { AuditEntry } from './administrator.ts';
import { AuditFacts } from './audit-facts.tsx';
import { AuditSentence } from './audit-sentence.tsx';
import { settingsMessages } from './messages.ts';
import { useSubjectNames } from './use-subject-names.ts';

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const say = useText(settingsMessages);
  const named = useSubjectNames();
  return (
    <ListTable titles={[say('when'), say('what'), say('where')]} minWidth={720}>
      {entries
        .map((entry) => ({ entry, ...named(entry) }))
        .map(({ entry, name, rest }) => (
          <Table.Tr key={entry.audit_id}>
            <Table.Td>
              <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                <When at={entry.at} exact />
              </Text>
            </Table.Td>
            <Table.Td>
              <AuditSentence entry={entry} name={name} />
              <AuditFacts details={rest} />
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
