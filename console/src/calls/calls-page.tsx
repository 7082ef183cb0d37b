import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMode } from '../api/mode.ts';
import { useMayWrite } from '../api/session.ts';
import { usePage } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { CallFilters } from './call-filters.tsx';
import { type CallSearch, callQuery } from './call-search.ts';
import { CallTable } from './call-table.tsx';
import { useLiveList } from './live-list.ts';
import { callMessages } from './messages.ts';
import { NewCallWindow } from './new-call-window.tsx';
import { OtherCalls } from './other-calls.tsx';
import { StreamBadge } from './stream-badge.tsx';

const route = getRouteApi('/signed-in/{-$mode}/calls');

export function CallsPage() {
  const say = useText(callMessages);
  const mode = useMode();
  const mayWrite = useMayWrite();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const stream = useLiveList();
  const calls = usePage('/calls', { query: callQuery(search) }, { refetchInterval: stream === 'on' ? false : 5_000 });
  const [isStarting, setIsStarting] = useState(false);

  const change = (next: Partial<CallSearch>) =>
    navigate({ search: (before) => ({ ...before, page: undefined, ...next }), replace: true });
  const reset = () => navigate({ search: ({ period, from, to }) => ({ period, from, to }) });
  const { period: _, from: __, to: ___, page: ____, ...filters } = search;
  const isFiltered = Object.keys(filters).length > 0;
  const startButton = mayWrite && (
    <Button leftSection={<Icon name="phone-plus" />} onClick={() => setIsStarting(true)}>
      {say(mode === 'test' ? 'newTestCall' : 'newCall')}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={say('title')}
        about={say(mode === 'test' ? 'aboutTest' : 'about')}
        actions={
          <>
            <StreamBadge state={stream} />
            {startButton}
          </>
        }
      />
      <CallFilters search={search} onChange={change} onReset={reset} />
      <Card>
        <Loaded query={calls}>
          {({ data, pagination }) =>
            data.length === 0 ? (
              <Empty
                icon="phone"
                title={say(isFiltered ? 'noneMatch' : 'empty')}
                action={isFiltered ? undefined : startButton}
              >
                {say(isFiltered ? 'noneMatchAbout' : 'emptyAbout')}
                {!isFiltered && <OtherCalls search={search} />}
              </Empty>
            ) : (
              <>
                <CallTable calls={data} />
                <Pager
                  pagination={pagination}
                  onPage={(page) => navigate({ search: (before) => ({ ...before, page }) })}
                />
              </>
            )
          }
        </Loaded>
      </Card>
      {isStarting && <NewCallWindow onClose={() => setIsStarting(false)} />}
    </>
  );
}
