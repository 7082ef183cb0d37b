import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTimezone } from '../api/session.ts';
import { useAll, useChanging, useOne } from '../api/use-read.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Section } from '../parts/page/section.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { CallsDownload } from './calls-download.tsx';
import { Charts } from './charts.tsx';
import { DownloadButton } from './download-button.tsx';
import { FigureCards } from './figure-cards.tsx';
import { HourChart } from './hour-chart.tsx';
import { reportMessages } from './messages.ts';
import { fullName, timeIn } from './period-name.ts';
import { ProjectTable } from './project-table.tsx';
import type { Overview, SummaryReport } from './report.ts';
import { projectCsv, staffCsv, summaryCsv } from './report-csv.ts';
import { ReportFilters } from './report-filters.tsx';
import { overviewQuery, type ReportSearch, reportQuery, summaryQuery, usualWaitLimit } from './report-search.ts';
import { StaffTable } from './staff-table.tsx';
import { WaitsSection } from './waits-section.tsx';
import { WeekMap } from './week-map.tsx';

const route = getRouteApi('/signed-in/{-$mode}/reports');

export function ReportsPage() {
  const say = useText(reportMessages);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const zone = useTimezone();
  const query = reportQuery(search, zone);
  const limit = search.within ?? usualWaitLimit;
  const summary = useOne('/reports/summary', { query: summaryQuery(search, zone) });
  const overview = useChanging('/reports/overview', { query: overviewQuery(search, zone) });
  const change = (next: Partial<ReportSearch>) =>
    navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  const compared = overview.isPlaceholderData ? undefined : overview.data?.data;
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
              <div>
                <FigureCards totals={data.totals} before={compared && callsBefore(compared)} />
                {compared && <ComparedWith overview={compared} />}
              </div>
              {data.period.from !== data.period.to && <OverTime report={data} />}
              <Loaded query={overview} skeleton={<Skeleton h={240} radius="lg" />}>
                {({ data: overview }) => (
                  <>
                    <ByTime overview={overview} />
                    {search.type !== 'outbound' && (
                      <WaitsSection overview={overview} limit={limit} onLimit={(within) => void change({ within })} />
                    )}
                    <ByProject projects={overview.projects} />
                  </>
                )}
              </Loaded>
              <ByStaff search={search} />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

/** Without any call there is nothing to compare with. */
const callsBefore = ({ previous_totals: before }: Overview) => (before && before.total_calls > 0 ? before : undefined);

/** Which period the figures are compared with. */
function ComparedWith({ overview }: { overview: Overview }) {
  const say = useText(reportMessages);
  const { language } = useLanguage();
  const { period, previous_period: before } = overview;
  const days = fullName({ period_start: before.from, period_end: before.to }, language);
  const time = timeIn(before.end, period.timezone, language);
  const text =
    time === undefined ? say('comparedWith', { period: days }) : say('comparedUntil', { period: days, time });
  return (
    <Text size="xs" c="dimmed" mt={6}>
      {callsBefore(overview)
        ? text
        : say(overview.previous_totals ? 'nothingBefore' : 'deletedBefore', { period: days })}
    </Text>
  );
}

function OverTime({ report }: { report: SummaryReport }) {
  const say = useText(reportMessages);
  return (
    <Section
      title={say('callsOverTime')}
      aside={
        <DownloadButton label={say('downloadSummary')} name="calls-by-period.csv" rows={summaryCsv(report, say)} />
      }
    >
      <Charts report={report} />
    </Section>
  );
}

/** The hours of one day, or of the days of the week. */
function ByTime({ overview: { period, hours, weekdays } }: { overview: Overview }) {
  const say = useText(reportMessages);
  return period.from === period.to ? (
    <Section title={say('byHour')}>
      <HourChart hours={hours} />
    </Section>
  ) : (
    <Section title={say('busyHours')} about={say('busyHoursAbout')}>
      <WeekMap weekdays={weekdays} />
    </Section>
  );
}

function ByProject({ projects }: { projects: Overview['projects'] }) {
  const say = useText(reportMessages);
  return (
    <Section
      title={say('byProject')}
      aside={
        <DownloadButton label={say('downloadProjects')} name="calls-by-project.csv" rows={projectCsv(projects, say)} />
      }
    >
      <ProjectTable rows={projects} />
    </Section>
  );
}

function ByStaff({ search }: { search: ReportSearch }) {
  const say = useText(reportMessages);
  const users = useAll('/reports/users', { query: reportQuery(search, useTimezone()) });
  return (
    <Section
      title={say('byStaff')}
      aside={
        users.data && (
          <DownloadButton label={say('downloadStaff')} name="calls-by-staff.csv" rows={staffCsv(users.data, say)} />
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
          <Skeleton key={key} h={110} radius="lg" />
        ))}
      </SimpleGrid>
      <Skeleton h={360} radius="lg" />
    </Stack>
  );
}
