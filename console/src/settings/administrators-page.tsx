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
import type { CreatedAdministrator } from './administrator.ts';
import { AdministratorTable } from './administrator-table.tsx';
import { settingsMessages } from './messages.ts';
import { NewAdministratorWindow } from './new-administrator-window.tsx';

export function AdministratorsPage() {
  const say = useText(settingsMessages);
  const mayWrite = useMayWrite();
  const { list, onPage } = usePages('/administrators');
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<CreatedAdministrator>();
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
      {isAdding && (
        <NewAdministratorWindow
          onClose={() => setIsAdding(false)}
          onCreated={(administrator) => {
            setIsAdding(false);
            setCreated(administrator);
          }}
        />
      )}
      <SecretOnce
        title={say('passwordTitle', { email: created?.email ?? '' })}
        secret={created?.password}
        onClose={() => setCreated(undefined)}
      >
        <Text size="sm">{say('passwordNote')}</Text>
      </SecretOnce>
    </>
  );
}
