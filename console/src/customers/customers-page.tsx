import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePage } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { ButtonLink } from '../parts/page/links.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { projectOptions, useNames } from '../parts/values/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import { CustomerTable } from './customer-table.tsx';
import { customerMessages } from './messages.ts';
import { NewCustomerDrawer } from './new-customer-drawer.tsx';

export function CustomersPage() {
  const say = useText(customerMessages);
  const word = useText(words);
  const mayWrite = useMayWrite();
  const { projects } = useNames();
  const [typed, setTyped] = useState('');
  const [project, setProject] = useState('');
  const [page, setPage] = useState(1);
  const [isCreating, setIsCreating] = useState(false);
  const [q] = useDebouncedValue(typed.trim(), 250);
  const customers = usePage('/customers', { query: { q, project_id: project, page, per_page: 50 } });
  const isNarrowed = q !== '' || project !== '';

  const createButton = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setIsCreating(true)}>
      {say('create')}
    </Button>
  );
  const importButton = mayWrite && (
    <ButtonLink to={paths.customerImport} variant="default" leftSection={<Icon name="upload" />}>
      {say('import')}
    </ButtonLink>
  );

  return (
    <>
      <PageHeader
        title={say('title')}
        about={say('about')}
        actions={
          <>
            {importButton}
            {createButton}
          </>
        }
      />
      <Group mb="md" gap="sm">
        <TextInput
          type="search"
          flex="1 1 240px"
          maw={420}
          aria-label={say('search')}
          placeholder={say('search')}
          leftSection={<Icon name="search" />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
        <Picker
          aria-label={word('project')}
          maw={220}
          value={project}
          onChange={(next) => {
            setProject(next);
            setPage(1);
          }}
          options={[{ value: '', label: say('anyProject') }, ...projectOptions(projects)]}
        />
      </Group>
      <Card>
        <Loaded query={customers}>
          {({ data, pagination }) =>
            data.length === 0 ? (
              <Empty
                icon="users"
                title={say(isNarrowed ? 'noneFound' : 'empty')}
                action={
                  !isNarrowed && (
                    <Group justify="center">
                      {importButton}
                      {createButton}
                    </Group>
                  )
                }
              >
                {say(isNarrowed ? 'noneFoundAbout' : 'emptyAbout')}
              </Empty>
            ) : (
              <>
                <CustomerTable customers={data} />
                <Pager pagination={pagination} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </Card>
      <NewCustomerDrawer opened={isCreating} onClose={() => setIsCreating(false)} />
    </>
  );
}
