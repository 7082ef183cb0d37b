import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePages } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { AccountWindow } from './account-window.tsx';
import { peopleMessages } from './messages.ts';
import { PeopleTable } from './people-table.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { RemovePersonWindow } from './remove-person-window.tsx';
import type { Staff } from './staff.ts';

type Doing = { what: 'create' } | { what: 'edit' | 'account' | 'chosen account' | 'remove'; person: Staff } | undefined;

export function PeoplePage() {
  const say = useText(peopleMessages);
  const mayWrite = useMayWrite();
  // Phones register and unregister by themselves.
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
        onAccount={(person) => setDoing({ what: 'chosen account', person })}
      />
      {doing?.what === 'account' && <AccountWindow person={doing.person} onClose={stop} />}
      {doing?.what === 'remove' && <RemovePersonWindow person={doing.person} onClose={stop} />}
      {doing?.what === 'chosen account' && <AccountWindow person={doing.person} isChosen onClose={stop} />}
    </>
  );
}
