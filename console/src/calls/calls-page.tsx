import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMode } from '../api/mode.ts';
import { ApiProblem } from '../api/problem.ts';
import { useMayWrite, useTimezone } from '../api/session.ts';
import { usePage } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { useExistingPage } from '../parts/lists/use-existing-page.ts';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { useChosenColumns } from './call-columns.ts';
import { CallFilters } from './call-filters.tsx';
import { type CallSearch, callQuery, filtersIn } from './call-search.ts';
import { CallTable } from './call-table.tsx';
import { SavedFiltersMenu, ViewMenu } from './list-menus.tsx';
import { useLiveList } from './live-list.ts';
import { callMessages } from './messages.ts';
import { NewCallWindow } from './new-call.ts';
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
  const refetchInterval = stream === 'on' ? false : 5_000;
  const calls = usePage('/calls', { query: callQuery(search, useTimezone()) }, { refetchInterval });
  const existing = useExistingPage(calls, (page) =>
    navigate({ search: (before) => ({ ...before, page }), replace: true, ignoreBlocker: true }),
  );
  const [isStarting, setIsStarting] = useState(false);
  const [columns, setColumns] = useChosenColumns();

  const change = (next: Partial<CallSearch>) =>
    navigate({
      search: (before) => ({ ...before, page: undefined, ...next }),
      // A day that is typed is another one after each key, and Back must not walk through them.
      replace: next.from !== undefined && !('period' in next),
    });
  const reset = () => navigate({ search: ({ period, from, to, sort }) => ({ period, from, to, sort }) });
  const sorting = {
    isOldestFirst: search.sort === 'oldest',
    onSort: (isOldestFirst: boolean) => void change({ sort: isOldestFirst ? 'oldest' : undefined }),
  };
  const isFiltered = Object.keys(filtersIn(search)).length > 0;
  // The fields of these filters show what is wrong.
  const isMistyped =
    calls.error instanceof ApiProblem && calls.error.details.some(({ field }) => ['q', 'phone_number'].includes(field));
  const startButton = mayWrite && (
    <Button leftSection={<Icon name="phone-plus" />} onClick={() => setIsStarting(true)}>
      {say(mode === 'test' ? 'newTestCall' : 'newCall')}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <StreamBadge state={stream} />
            {startButton}
          </>
        }
      />
      <CallFilters search={search} onChange={change} onReset={reset} error={calls.error}>
        <SavedFiltersMenu search={search} onShow={(saved) => void navigate({ search: saved })} />
        <ViewMenu {...sorting} columns={columns} onColumns={setColumns} />
      </CallFilters>
      <Card>
        {isMistyped ? (
          <Empty icon="alert-triangle" title={say('badFilter')}>
            {say('badFilterAbout')}
          </Empty>
        ) : (
          <Loaded query={existing}>
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
                  <CallTable {...{ calls: data, columns, sorting, refetchInterval }} />
                  <Pager
                    pagination={pagination}
                    onPage={(page) => navigate({ search: (before) => ({ ...before, page }) })}
                  />
                </>
              )
            }
          </Loaded>
        )}
      </Card>
      {isStarting && <NewCallWindow onClose={() => setIsStarting(false)} />}
    </>
  );
}
