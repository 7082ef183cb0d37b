import { ActionIcon, Table, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { useNationalNumbers, WrittenNumber } from '../parts/values/phone-number.tsx';
import { When } from '../parts/values/when.tsx';
import type { BlockedNumber } from './blocked-number.ts';
import { blockedMessages } from './messages.ts';

type Props = { numbers: BlockedNumber[]; onRemove: ((number: BlockedNumber) => void) | undefined };

export function BlockedNumberTable({ numbers, onRemove }: Props) {
  const say = useText(blockedMessages);
  const national = useNationalNumbers();
  return (
    <ListTable titles={[say('number'), say('reason'), say('since')]} hasActions={onRemove !== undefined} minWidth={520}>
      {numbers.map((blocked) => (
        <Table.Tr key={blocked.number}>
          <Table.Td>
            <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
              <WrittenNumber number={blocked.number} />
            </Text>
          </Table.Td>
          <Table.Td>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {blocked.reason}
            </Text>
          </Table.Td>
          <Table.Td>
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              <When at={blocked.created_at} exact />
            </Text>
          </Table.Td>
          {onRemove && (
            <Table.Td>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={say('removeOf', { number: national(blocked.number) })}
                onClick={() => onRemove(blocked)}
              >
                <Icon name="trash" />
              </ActionIcon>
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </ListTable>
  );
}
