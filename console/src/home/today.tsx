import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { Section } from '../parts/page/section.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { useProblemText } from '../parts/problems/show-problem.tsx';
import { formatDuration } from '../parts/values/duration.ts';
import { paths } from '../paths.ts';
import { BarChart } from '../reports/bar-chart.tsx';
import { colors } from '../reports/chart-colors.ts';
import { Cards, useCount } from '../reports/figure-cards.tsx';
import { hourName, previousHours } from '../reports/hour-chart.tsx';
import { fullName, timeIn } from '../reports/period-name.ts';
import type { Overview } from '../reports/report.ts';
import { homeMessages } from './messages.ts';

const chartHeight = 180;

/** The figures of today, beside those of the same weekday before. */
export function Today({ query }: { query: UseQueryResult<{ data: Overview }> }) {
  const { error } = query;
  if (error instanceof ApiProblem && error.status === 403) return <WithoutFigures error={error} />;
  return (
    <Loaded query={query} skeleton={<TodaySkeleton />}>
      {({ data }) => (
        <>
          <Figures overview={data} />
          <Hours overview={data} />
        </>
      )}
    </Loaded>
  );
}

/** Figures need a license. */
function WithoutFigures({ error }: { error: ApiProblem }) {
  const say = useText(homeMessages);
  const textOf = useProblemText();
  return (
    <Section title={say('todayClosed')}>
      <Text size="sm" c="dimmed">
        {textOf(error)}
      </Text>
    </Section>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const say = useText(homeMessages);
  const { language } = useLanguage();
  const count = useCount();
  const { totals, previous_totals: before, waits, previous_waits, period, previous_period } = overview;
  const day = fullName({ period_start: previous_period.from, period_end: previous_period.to }, language);
  const time = timeIn(previous_period.end, period.timezone, language);
  const compared = () => {
    if (!before) return say('deletedBefore', { day });
    return time === undefined ? say('comparedWith', { day }) : say('comparedUntil', { day, time });
  };
  return (
    <div>
      <Cards
        figures={[
          { name: say('calls'), value: totals.total_calls, before: before?.total_calls, format: count },
          { name: say('answered'), value: totals.connected_calls, before: before?.connected_calls, format: count },
          { name: say('missed'), value: totals.missed_calls, before: before?.missed_calls, format: count },
          {
            ...{ name: say('averageWait'), value: waits?.average_wait_seconds ?? null, format: formatDuration },
            before: previous_waits?.average_wait_seconds,
          },
          {
            ...{ name: say('averageTalk'), value: totals.average_duration_seconds, format: formatDuration },
            before: before?.average_duration_seconds,
          },
        ]}
      />
      <Text size="xs" c="dimmed" mt={6}>
        {compared()}
      </Text>
    </div>
  );
}

function Hours({ overview: { hours, period } }: { overview: Overview }) {
  const say = useText(homeMessages);
  return (
    <Section
      title={say('byHour')}
      aside={
        <TextLink to={paths.reports} search={{ period: 'today', zone: period.timezone }} size="sm">
          {say('toReports')}
        </TextLink>
      }
    >
      <BarChart
        label={say('byHour')}
        height={chartHeight}
        stacked={false}
        places={hours.map(({ hour }) => ({ key: String(hour), label: hourName(hour), name: hourName(hour) }))}
        series={[
          { name: say('today'), color: colors.connected, values: hours.map(({ total_calls }) => total_calls) },
          ...previousHours(hours, say('weekAgo')),
        ]}
      />
    </Section>
  );
}

/** As high as the figures and the chart. */
export function TodaySkeleton() {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 2, md: 5 }} mb={24}>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} h={110} radius="lg" />
        ))}
      </SimpleGrid>
      <Skeleton h={chartHeight + 143} radius="lg" />
    </Stack>
  );
}
