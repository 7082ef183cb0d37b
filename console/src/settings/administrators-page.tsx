import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePages } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { SecretOnce } from '../parts/forms/secret-once.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Loaded } from '../parts/page/states.tsx';
import type { CreatedInvitation } from './administrator.ts';
import { AdministratorTable } from './administrator-table.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { InvitationWindow } from './invitation-window.tsx';
import { settingsMessages } from './messages.ts';

export function AdministratorsPage() {
  const say = useText(settingsMessages);
  const mayWrite = useMayWrite();
  const { list, onPage } = usePages('/administrators');
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<CreatedInvitation>();
  return (
    <>
      <PageHeader
        title={say('administrators')}
        about={say('administratorsAbout')}
        actions={
          mayWrite && (
            <Button leftSection={<Icon name="plus" />} onClick={() => setIsAdding(true)}>
              {say('addAdministrator')}
            </Button>
          )
        }
      />
      <Card>
        <Loaded query={list}>
          {({ data, pagination }) => (
            <>
              <AdministratorTable administrators={data} />
              <Pager pagination={pagination} onPage={onPage} />
            </>
          )}
        </Loaded>
      </Card>
      <InvitationTable />
      {isAdding && (
        <InvitationWindow
          onClose={() => setIsAdding(false)}
          onCreated={(invitation) => {
            setIsAdding(false);
            setCreated(invitation);
          }}
        />
      )}
      <SecretOnce
        title={say('linkTitle', { email: created?.email ?? '' })}
        secret={created?.link}
        onClose={() => setCreated(undefined)}
      >
        <Text size="sm">{say('linkNote')}</Text>
      </SecretOnce>
    </>
  );
}
