import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useAll, useOne } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { lazyPart } from '../parts/page/lazy-part.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Section } from '../parts/page/section.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { CallsDownload } from './calls-download.tsx';
import { DownloadButton } from './download-button.tsx';
import { FigureCards } from './figure-cards.tsx';
import { reportMessages } from './messages.ts';
import { staffCsv, summaryCsv } from './report-csv.ts';
import { ReportFilters } from './report-filters.tsx';
import { type ReportSearch, reportQuery } from './report-search.ts';
import { StaffTable } from './staff-table.tsx';

// The chart library is larger than everything else on this page.
const Charts = lazyPart(async () => (await import('./charts.tsx')).Charts, <Skeleton h={300} />);

const route = getRouteApi('/signed-in/{-$mode}/reports');

export function ReportsPage() {
  const say = useText(reportMessages);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = reportQuery(search);
  const summary = useOne('/reports/summary', { query: { ...query, granularity: search.by ?? 'day' } });
  const change = (next: Partial<ReportSearch>) =>
    navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <>
      <PageHeader title={say('title')} about={say('about')} actions={<CallsDownload query={query} />} />
      <ReportFilters search={search} onChange={change} />
      <Loaded query={summary} skeleton={<ReportSkeleton />}>
        {({ data }) =>
          data.totals.total_calls === 0 ? (
            <Card>
              <Empty icon="chart-bar" title={say('none')}>
                {say('noneAbout')}
              </Empty>
            </Card>
          ) : (
            <Stack>
              <FigureCards totals={data.totals} />
              <Section
                title={say('callsOverTime')}
                aside={
                  <DownloadButton label={say('downloadSummary')} name="calls-by-period.csv" rows={summaryCsv(data)} />
                }
              >
                <Charts report={data} />
              </Section>
              <ByStaff search={search} />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

function ByStaff({ search }: { search: ReportSearch }) {
  const say = useText(reportMessages);
  const users = useAll('/reports/users', { query: reportQuery(search) });
  return (
    <Section
      title={say('byStaff')}
      about={say('talkRatioAbout')}
      aside={
        users.data && (
          <DownloadButton label={say('downloadStaff')} name="calls-by-staff.csv" rows={staffCsv(users.data)} />
        )
      }
    >
      <Loaded query={users}>{(rows) => <StaffTable rows={rows} />}</Loaded>
    </Section>
  );
}

function ReportSkeleton() {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 2, md: 5 }}>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} h={92} radius="lg" />
        ))}
      </SimpleGrid>
      <Skeleton h={360} radius="lg" />
    </Stack>
  );
}
