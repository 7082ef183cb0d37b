import { Badge, Table, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import type { Erasure } from './erasure.ts';
import { useCountTexts } from './erasure-counts.tsx';
import { erasureMessages } from './messages.ts';

export function ErasureTable({ erasures }: { erasures: Erasure[] }) {
  const say = useText(erasureMessages);
  const word = useText(words);
  const countsOf = useCountTexts();
  return (
    <ListTable titles={[say('when'), say('who'), say('what'), word('status')]} minWidth={640}>
      {erasures.map((erasure) => (
        <Table.Tr key={erasure.erasure_id}>
          <Table.Td>
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              {erasure.created_at && <When at={erasure.created_at} exact />}
            </Text>
          </Table.Td>
          <Table.Td>
            <Text size="sm">{erasure.administrator_email ?? say('operator')}</Text>
          </Table.Td>
          <Table.Td>
            <Text size="sm">
              {countsOf(erasure)
                .map(([name, count]) => `${name}: ${count}`)
                .join(' · ') || word('none')}
            </Text>
          </Table.Td>
          <Table.Td>
            <Badge color={erasure.status === 'running' ? 'yellow' : 'teal'}>
              {say(erasure.status === 'running' ? 'running' : 'finished')}
            </Badge>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
