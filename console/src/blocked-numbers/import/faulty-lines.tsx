import { Table, Text } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { ListTable } from '../../parts/lists/list-table.tsx';
import { Section } from '../../parts/page/section.tsx';
import { useFaultText } from '../../parts/problems/use-faults.ts';
import { blockedMessages } from '../messages.ts';
import { blockedImportMessages } from './messages.ts';
import type { Fault, FaultyLine } from './read-lines.ts';

const most = 50;

/** The first lines that cannot be imported, with the reasons. */
export function FaultyLines({ faulty }: { faulty: FaultyLine[] }) {
  const say = useText(blockedImportMessages);
  const sayField = useText(blockedMessages);
  const textOf = useFaultText();
  const inWords = (fault: Fault) => (fault.field === 'reason' ? `${sayField('reason')}: ` : '') + textOf(fault);
  return (
    <Section title={say('faulty', { count: faulty.length })} about={say('faultyAbout')}>
      <ListTable titles={[say('line'), say('text'), say('fault')]} minWidth={480}>
        {faulty.slice(0, most).map(({ line, fault }) => (
          <Table.Tr key={line.at}>
            <Table.Td>{line.at}</Table.Td>
            <Table.Td>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
                {line.text}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm">{inWords(fault)}</Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
      {faulty.length > most && (
        <Text size="sm" c="dimmed" mt="xs">
          {say('more', { count: faulty.length - most })}
        </Text>
      )}
    </Section>
  );
}
