import { Button, Code, Menu, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { usePages } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { RowMenu } from '../parts/lists/row-menu.tsx';
import { Section } from '../parts/page/section.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { words } from '../parts/words.messages.ts';
import { numberMessages } from './messages.ts';
import type { Trunk } from './number.ts';
import { PartyStateBadge } from './party-state-badge.tsx';
import { RemoveTrunkWindow } from './remove-trunk-window.tsx';
import { useMaySetTelephony } from './telephony-by-operator.tsx';
import { TrunkDrawer } from './trunk-drawer.tsx';

type Doing = { what: 'add' } | { what: 'edit' | 'remove'; trunk: Trunk } | undefined;

export function TrunkSection() {
  const say = useText(numberMessages);
  const mayWrite = useMaySetTelephony();
  const { list, onPage } = usePages('/trunks', { refetchInterval: 15_000 });
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
      <Loaded query={list}>
        {({ data, pagination }) =>
          pagination.total === 0 ? (
            <Text size="sm" c="dimmed">
              {say('noTrunks')}
            </Text>
          ) : (
            <>
              <TrunkTable trunks={data} onAct={mayWrite ? (what, trunk) => setDoing({ what, trunk }) : undefined} />
              {pagination.last_page > 1 && <Pager pagination={pagination} onPage={onPage} />}
            </>
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
    <ListTable titles={[say('trunk'), say('server'), say('state')]} hasActions={onAct !== undefined} minWidth={560}>
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
              <RowMenu label={say('actionsOf', { name: trunk.name })}>
                <Menu.Item leftSection={<Icon name="pencil" />} onClick={() => onAct('edit', trunk)}>
                  {word('edit')}
                </Menu.Item>
                <Menu.Item color="red" leftSection={<Icon name="trash" />} onClick={() => onAct('remove', trunk)}>
                  {word('remove')}
                </Menu.Item>
              </RowMenu>
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </ListTable>
  );
}
