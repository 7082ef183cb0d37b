import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePage } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { RemoveWindow } from '../parts/forms/remove-window.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { ButtonLink } from '../parts/page/links.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { useFaults } from '../parts/problems/use-faults.ts';
import { useNationalNumbers } from '../parts/values/phone-number.tsx';
import { paths } from '../paths.ts';
import { BlockNumberWindow } from './block-number-window.tsx';
import type { BlockedNumber } from './blocked-number.ts';
import { BlockedNumberTable } from './blocked-number-table.tsx';
import { blockedMessages } from './messages.ts';

export function BlockedNumbersPage() {
  const say = useText(blockedMessages);
  const national = useNationalNumbers();
  const mayWrite = useMayWrite();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<BlockedNumber>();
  const [number] = useDebouncedValue(typed.trim(), 250);
  const numbers = usePage('/blocked-numbers', { query: { number, page, per_page: 50 } });
  const { number: unreadable } = useFaults(numbers.error);
  const last = numbers.data?.pagination.last_page ?? page;
  // The last page may have become empty by a removal.
  if (page > last) setPage(last);

  const addButton = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setIsAdding(true)}>
      {say('add')}
    </Button>
  );
  const importButton = (
    <ButtonLink to={paths.blockedNumberImport} variant="default" leftSection={<Icon name="upload" />}>
      {say('import')}
    </ButtonLink>
  );
  const buttons = mayWrite && (
    <>
      {importButton}
      {addButton}
    </>
  );

  return (
    <>
      <PageHeader title={say('title')} about={say('about')} actions={buttons} />
      <TextInput
        type="search"
        inputMode="tel"
        mb="md"
        maw={420}
        aria-label={say('find')}
        placeholder={say('find')}
        leftSection={<Icon name="search" />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPage(1);
        }}
      />
      <Card>
        {unreadable ? (
          <Empty icon="search" title={say('wholeNumber')}>
            {unreadable}
          </Empty>
        ) : (
          <Loaded query={numbers}>
            {({ data, pagination }) => {
              if (data.length > 0)
                return (
                  <>
                    <BlockedNumberTable numbers={data} onRemove={mayWrite ? setRemoved : undefined} />
                    <Pager pagination={pagination} onPage={setPage} />
                  </>
                );
              if (number)
                return (
                  <Empty icon="search" title={say('notListed')}>
                    {say('notListedAbout')}
                  </Empty>
                );
              return (
                <Empty icon="phone-off" title={say('empty')} action={<Group justify="center">{buttons}</Group>}>
                  {say('emptyAbout')}
                </Empty>
              );
            }}
          </Loaded>
        )}
      </Card>
      {isAdding && <BlockNumberWindow onClose={() => setIsAdding(false)} />}
      {removed && (
        <RemoveWindow
          remove={(send) => send('DELETE', '/blocked-numbers/{number}', { params: { number: removed.number } })}
          changes={['/blocked-numbers']}
          title={say('removeTitle', { number: national(removed.number) })}
          onClose={() => setRemoved(undefined)}
        >
          {say('removeAbout')}
        </RemoveWindow>
      )}
    </>
  );
}
