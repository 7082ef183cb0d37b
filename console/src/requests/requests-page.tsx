import { getRouteApi } from '@tanstack/react-router';
import { useMode } from '../api/mode.ts';
import { usePage } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { onlyGiven } from '../parts/lists/address.ts';
import { Pager } from '../parts/lists/pager.tsx';
import { useExistingPage } from '../parts/lists/use-existing-page.ts';
import { ButtonLink } from '../parts/page/links.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { paths } from '../paths.ts';
import { requestMessages } from './messages.ts';
import { RequestFilters } from './request-filters.tsx';
import { type RequestSearch, requestQuery } from './request-search.ts';
import { RequestTable } from './request-table.tsx';

const route = getRouteApi('/signed-in/{-$mode}/settings/requests');

export function RequestsPage() {
  const say = useText(requestMessages);
  const mode = useMode();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const requests = usePage('/requests', { query: requestQuery(search) }, { refetchInterval: 5_000 });
  const existing = useExistingPage(requests, (page) =>
    navigate({ search: (before) => ({ ...before, page }), replace: true, ignoreBlocker: true }),
  );

  const change = (next: Partial<RequestSearch>) =>
    navigate({ search: (before) => ({ ...before, page: undefined, ...next }), replace: true });
  const { page: _, ...filters } = search;
  const isFiltered = Object.keys(onlyGiven(filters)).length > 0;

  return (
    <>
      <PageHeader title={say('title')} about={say('about')} />
      <RequestFilters
        search={search}
        isFiltered={isFiltered}
        onChange={change}
        onReset={() => navigate({ search: {}, replace: true })}
      />
      <Card>
        <Loaded query={existing}>
          {({ data, pagination }) => {
            if (data.length > 0)
              return (
                <>
                  <RequestTable entries={data} />
                  <Pager
                    pagination={pagination}
                    onPage={(page) => navigate({ search: (before) => ({ ...before, page }) })}
                  />
                </>
              );
            if (isFiltered)
              return (
                <Empty icon="search" title={say('noneFound')}>
                  {say('noneFoundAbout')}
                </Empty>
              );
            return (
              <Empty
                icon="arrows-exchange"
                title={say(mode === 'test' ? 'emptyTest' : 'emptyLive')}
                action={<ButtonLink to={paths.apiKeys}>{say('openKeys')}</ButtonLink>}
              >
                {say('emptyAbout')}
              </Empty>
            );
          }}
        </Loaded>
      </Card>
    </>
  );
}
