import { Badge, Code, Group, Menu, Table, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { PartyStateBadge } from '../numbers/party-state-badge.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { RowMenu } from '../parts/lists/row-menu.tsx';
import { words } from '../parts/words.messages.ts';
import { peopleMessages } from './messages.ts';
import { hasOwnAccountAsPhone, type Staff } from './staff.ts';

type Act = (what: 'edit' | 'account' | 'remove', person: Staff) => void;

export function PeopleTable({ staff, onAct }: { staff: Staff[]; onAct: Act | undefined }) {
  const say = useText(peopleMessages);
  return (
    <ListTable titles={[say('person'), say('phone'), say('account')]} hasActions={onAct !== undefined} minWidth={600}>
      {staff.map((person) => (
        <PersonRow key={person.staff_id} person={person} onAct={onAct} />
      ))}
    </ListTable>
  );
}

function PersonRow({ person, onAct }: { person: Staff; onAct: Act | undefined }) {
  const say = useText(peopleMessages);
  const word = useText(words);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {person.name}
          </Text>
          {!person.is_active && <Badge color="gray">{say('inactive')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          ID: {person.staff_id}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{hasOwnAccountAsPhone(person) ? say('ownAccount') : (person.phone ?? say('nowhere'))}</Text>
      </Table.Td>
      <Table.Td>
        {person.username ? (
          <Group gap="xs">
            <Code>{person.username}</Code>
            {person.state && <PartyStateBadge state={person.state} />}
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {say('noAccount')}
          </Text>
        )}
      </Table.Td>
      {onAct && (
        <Table.Td>
          <RowMenu label={say('actionsOf', { name: person.name })}>
            <Menu.Item leftSection={<Icon name="pencil" />} onClick={() => onAct('edit', person)}>
              {word('edit')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="key" />} onClick={() => onAct('account', person)}>
              {say(person.username ? 'renewAccount' : 'makeAccount')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<Icon name="trash" />} onClick={() => onAct('remove', person)}>
              {word('remove')}
            </Menu.Item>
          </RowMenu>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
