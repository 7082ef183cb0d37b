import { ActionIcon, Button, Code, Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { usePage, useWrite } from '../api/use-api.ts';
import { useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { Section } from '../parts/section.tsx';
import { Loaded } from '../parts/states.tsx';
import { words } from '../parts/words.messages.ts';
import { useMaySetTelephony } from './kept-telephony.tsx';
import { numberMessages } from './messages.ts';
import type { Trunk } from './number.ts';
import { PartyStateBadge } from './party-state-badge.tsx';
import { TrunkDrawer } from './trunk-drawer.tsx';

type Doing = { what: 'add' } | { what: 'edit' | 'remove'; trunk: Trunk } | undefined;

export function TrunkSection() {
  const say = useText(numberMessages);
  const mayWrite = useMaySetTelephony();
  const trunks = usePage<Trunk>('/trunks', { per_page: 200 }, { refetchInterval: 15_000 });
  const [doing, setDoing] = useState<Doing>();
  const stop = () => setDoing(undefined);
  return (
    <Section
      title={say('trunks')}
      about={say('trunksAbout')}
      aside={
        mayWrite && (
          <Button size="xs" leftSection={<Icon name="plus" size={16} />} onClick={() => setDoing({ what: 'add' })}>
            {say('addTrunk')}
          </Button>
        )
      }
    >
      <Loaded query={trunks}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {say('noTrunks')}
            </Text>
          ) : (
            <TrunkTable trunks={data} onAct={mayWrite ? (what, trunk) => setDoing({ what, trunk }) : undefined} />
          )
        }
      </Loaded>
      <TrunkDrawer
        opened={doing?.what === 'add' || doing?.what === 'edit'}
        trunk={doing?.what === 'edit' ? doing.trunk : undefined}
        onClose={stop}
      />
      {doing?.what === 'remove' && <RemoveTrunkWindow name={doing.trunk.name} onClose={stop} />}
    </Section>
  );
}

type TableProps = { trunks: Trunk[]; onAct: ((what: 'edit' | 'remove', trunk: Trunk) => void) | undefined };

function TrunkTable({ trunks, onAct }: TableProps) {
  const say = useText(numberMessages);
  const word = useText(words);
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('trunk')}</Table.Th>
            <Table.Th>{say('server')}</Table.Th>
            <Table.Th>{say('state')}</Table.Th>
            {onAct && (
              <Table.Th w={56}>
                <VisuallyHidden>{word('actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {trunks.map((trunk) => (
            <Table.Tr key={trunk.name}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {trunk.name}
                </Text>
                {trunk.username && (
                  <Text size="xs" c="dimmed">
                    {trunk.username}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Code>
                  {trunk.transport}:{trunk.host}:{trunk.port}
                </Code>
              </Table.Td>
              <Table.Td>
                <PartyStateBadge state={trunk.state} />
              </Table.Td>
              {onAct && (
                <Table.Td>
                  <Menu position="bottom-end" shadow="md">
                    <Menu.Target>
                      <ActionIcon variant="subtle" color="gray" aria-label={say('actionsOf', { name: trunk.name })}>
                        <Icon name="dots" />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item leftSection={<Icon name="pencil" />} onClick={() => onAct('edit', trunk)}>
                        {word('edit')}
                      </Menu.Item>
                      <Menu.Item color="red" leftSection={<Icon name="trash" />} onClick={() => onAct('remove', trunk)}>
                        {say('remove')}
                      </Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function RemoveTrunkWindow({ name, onClose }: { name: string; onClose: () => void }) {
  const say = useText(numberMessages);
  const remove = useWrite((send, gone: string) => send('DELETE', `/trunks/${encodeURIComponent(gone)}`), {
    changes: ['/trunks'],
    onDone: onClose,
  });
  return (
    <Confirm
      opened
      title={say('removeTrunkTitle', { name })}
      action={say('remove')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(name)}
      onClose={onClose}
    >
      {say('removeTrunkAbout')}
    </Confirm>
  );
}
