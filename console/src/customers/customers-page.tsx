import { Button, Group, NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePage } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { SearchField } from '../parts/lists/search-field.tsx';
import { useExistingPage } from '../parts/lists/use-existing-page.ts';
import { ButtonLink } from '../parts/page/links.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { everyProjectOption, useNames } from '../parts/values/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import { type CustomerSearch, customerQuery } from './customer-search.ts';
import { CustomerTable } from './customer-table.tsx';
import { customerMessages } from './messages.ts';
import { NewCustomerDrawer } from './new-customer-drawer.tsx';

const route = getRouteApi('/signed-in/{-$mode}/customers');

export function CustomersPage() {
  const say = useText(customerMessages);
  const word = useText(words);
  const mayWrite = useMayWrite();
  const { projects } = useNames();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const customers = usePage('/customers/search', { query: customerQuery(search) });
  const existing = useExistingPage(customers, (page) =>
    navigate({ search: (before) => ({ ...before, page }), replace: true, ignoreBlocker: true }),
  );
  const isNarrowed = search.q !== undefined || search.project !== undefined;
  const change = (next: Partial<CustomerSearch>) =>
    navigate({ search: (before) => ({ ...before, page: undefined, ...next }), replace: true });

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
        <SearchField label={say('search')} value={search.q ?? ''} onSearch={(q) => change({ q: q || undefined })} />
        <Picker
          aria-label={word('project')}
          maw={220}
          value={search.project ?? ''}
          onChange={(id) => change({ project: id || undefined })}
          options={[
            { value: '', label: say('anyProject') },
            ...everyProjectOption(projects, (name) => word('past', { name })),
          ]}
        />
        <NativeSelect
          aria-label={say('order')}
          value={search.order ?? ''}
          onChange={(event) => change({ order: event.currentTarget.value === 'oldest' ? 'oldest' : undefined })}
          data={[
            { value: '', label: say('newest') },
            { value: 'oldest', label: say('oldest') },
          ]}
        />
        {isNarrowed && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => navigate({ search: ({ order }) => (order ? { order } : {}), replace: true })}
          >
            {word('reset')}
          </Button>
        )}
      </Group>
      <Card>
        <Loaded query={existing}>
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
                <Pager
                  pagination={pagination}
                  onPage={(page) => navigate({ search: (before) => ({ ...before, page }) })}
                />
              </>
            )
          }
        </Loaded>
      </Card>
      <NewCustomerDrawer opened={isCreating} onClose={() => setIsCreating(false)} />
    </>
  );
}
