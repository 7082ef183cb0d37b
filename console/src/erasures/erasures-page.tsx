import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePages } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Section } from '../parts/page/section.tsx';
import { Empty, Loaded } from '../parts/page/states.tsx';
import { useFaults } from '../parts/problems/use-faults.ts';
import { EraseWindow } from './erase-window.tsx';
import { ErasureTable } from './erasure-table.tsx';
import { erasureMessages } from './messages.ts';
import { type Previewed, usePreview } from './use-preview.ts';

export function ErasuresPage() {
  const say = useText(erasureMessages);
  const mayWrite = useMayWrite();
  return (
    <>
      <PageHeader title={say('title')} about={say('about')} />
      <Stack>
        {mayWrite && <ByNumber />}
        <Past />
      </Stack>
    </>
  );
}

function ByNumber() {
  const say = useText(erasureMessages);
  const [asked, setAsked] = useState<Previewed>();
  const preview = usePreview({ shown: 'form', onDone: setAsked });
  const [typed, setTyped] = useState('');
  const number = typed.trim();
  const { phone_number: fault } = useFaults(preview.error);
  return (
    <Section title={say('byNumber')} about={say('byNumberAbout')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          preview.mutate({ phone_number: number });
        }}
      >
        <Group align="flex-start" gap="sm">
          <TextInput
            type="tel"
            label={say('phoneNumber')}
            description={say('phoneNumberAbout')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            maxLength={64}
            autoComplete="off"
            flex="1 1 240px"
            maw={360}
            error={fault}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {/* Beside the field, below its label. */}
          <Button type="submit" variant="default" mt={24} loading={preview.isPending}>
            {say('preview')}
          </Button>
        </Group>
      </form>
      {asked && (
        <EraseWindow
          person={asked.person}
          name={number}
          preview={asked.preview}
          isListed
          onClose={(after) => {
            setAsked(undefined);
            if (after === 'erased') setTyped('');
          }}
        />
      )}
    </Section>
  );
}

function Past() {
  const say = useText(erasureMessages);
  const { list, onPage } = usePages('/erasures', {
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'running') ? 5_000 : false),
  });
  return (
    <Section title={say('past')} about={say('pastAbout')}>
      <Loaded query={list}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <Empty icon="history" title={say('none')}>
              {say('noneAbout')}
            </Empty>
          ) : (
            <>
              <ErasureTable erasures={data} />
              <Pager pagination={pagination} onPage={onPage} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
