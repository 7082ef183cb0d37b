import { ActionIcon, Badge, Button, Code, Group, Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { usePage, useWrite } from '../api/use-api.ts';
import { useText } from '../i18n/language.tsx';
import { PartyStateBadge } from '../numbers/party-state-badge.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { Card, Empty, Loaded } from '../parts/states.tsx';
import { words } from '../parts/words.messages.ts';
import { peopleMessages } from './messages.ts';
import { PersonDrawer } from './person-drawer.tsx';
import { hasOwnAccountAsPhone, type SipAccount, type Staff } from './staff.ts';

type Doing = { what: 'create' } | { what: 'edit' | 'account'; person: Staff } | undefined;

export function PeoplePage() {
  const say = useText(peopleMessages);
  const mayWrite = useMayWrite();
  // Phones register and go away by themselves.
  const staff = usePage<Staff>('/staff', { per_page: 200 }, { refetchInterval: 15_000 });
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
        <Loaded query={staff}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="user" title={say('empty')} action={createButton}>
                {say('emptyAbout')}
              </Empty>
            ) : (
              <PeopleTable staff={data} onAct={mayWrite ? (what, person) => setDoing({ what, person }) : undefined} />
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
  const word = useText(words);
  return (
    <Table.ScrollContainer minWidth={600}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('person')}</Table.Th>
            <Table.Th>{say('phone')}</Table.Th>
            <Table.Th>{say('account')}</Table.Th>
            {onAct && (
              <Table.Th w={56}>
                <VisuallyHidden>{word('actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {staff.map((person) => (
            <PersonRow key={person.staff_id} person={person} onAct={onAct} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
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
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={say('actionsOf', { name: person.name })}>
                <Icon name="dots" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Icon name="pencil" />} onClick={() => onAct('edit', person)}>
                {word('edit')}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="key" />} onClick={() => onAct('account', person)}>
                {say(person.username ? 'renewAccount' : 'makeAccount')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** Asks before a password is replaced, makes the account, and shows its password this once. */
function AccountWindow({ person, onClose }: { person: Staff; onClose: () => void }) {
  const say = useText(peopleMessages);
  const { name } = person;
  const make = useWrite((send, id: number) => send<One<SipAccount>>('POST', `/staff/${id}/account`), {
    changes: ['/staff'],
  });
  if (!make.data)
    return (
      <Confirm
        opened
        title={person.username ? say('renewTitle', { name }) : say('makeAccount')}
        action={say(person.username ? 'renewAccount' : 'makeAccount')}
        isDangerous={person.username !== null}
        isBusy={make.isPending}
        onConfirm={() => make.mutate(person.staff_id)}
        onClose={onClose}
      >
        {say(person.username ? 'renewAbout' : 'whereAccount')}
      </Confirm>
    );
  const { username, password } = make.data.data;
  return (
    <SecretOnce title={say('accountTitle', { name })} secret={password} onClose={onClose}>
      <div>
        <Text size="sm" mb={4}>
          {say('accountAbout')}
        </Text>
        <Facts
          facts={[
            [say('username'), <Code key="username">{username}</Code>],
            [say('password'), '↑'],
            [say('registrar'), say('registrarAbout')],
          ]}
        />
      </div>
    </SecretOnce>
  );
}
