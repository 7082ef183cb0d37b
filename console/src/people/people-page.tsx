import { Badge, Button, Code, Group, Menu, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePages } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { PartyStateBadge } from '../numbers/party-state-badge.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { ListTable, RowMenu } from '../parts/lists/list-table.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { words } from '../parts/words.messages.ts';
import { AccountWindow } from './account-window.tsx';
import { peopleMessages } from './messages.ts';
import { PersonDrawer } from './person-drawer.tsx';
import { hasOwnAccountAsPhone, type Staff } from './staff.ts';

type Doing = { what: 'create' } | { what: 'edit' | 'account'; person: Staff } | undefined;

export function PeoplePage() {
  const say = useText(peopleMessages);
  const mayWrite = useMayWrite();
  // Phones register and go away by themselves.
  const { list, onPage } = usePages('/staff', { refetchInterval: 15_000 });
  const [doing, setDoing] = useState<Doing>();
  const stop = () => setDoing(undefined);
  const createButton = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setDoing({ what: 'create' })}>
      {say('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={say('title')} about={say('about')} actions={createButton} />
      <Card>
        <Loaded query={list}>
          {({ data, pagination }) =>
            pagination.total === 0 ? (
              <Empty icon="user" title={say('empty')} action={createButton}>
                {say('emptyAbout')}
              </Empty>
            ) : (
              <>
                <PeopleTable staff={data} onAct={mayWrite ? (what, person) => setDoing({ what, person }) : undefined} />
                <Pager pagination={pagination} onPage={onPage} />
              </>
            )
          }
        </Loaded>
      </Card>
      <PersonDrawer
        opened={doing?.what === 'create' || doing?.what === 'edit'}
        person={doing?.what === 'edit' ? doing.person : undefined}
        onClose={stop}
      />
      {doing?.what === 'account' && <AccountWindow person={doing.person} onClose={stop} />}
    </>
  );
}

type Act = (what: 'edit' | 'account', person: Staff) => void;

function PeopleTable({ staff, onAct }: { staff: Staff[]; onAct: Act | undefined }) {
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
          staff_id {person.staff_id}
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
          </RowMenu>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
