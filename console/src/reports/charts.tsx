import { Stack, Text } from '@mantine/core';
import { useLanguage, useText } from '../i18n/language.tsx';
import { formatDuration } from '../parts/values/duration.ts';
import { percent } from '../parts/values/percent.ts';
import { BarChart } from './bar-chart.tsx';
import { colors } from './chart-colors.ts';
import { ChartTable } from './chart-table.tsx';
import { useCount } from './figure-cards.tsx';
import { reportMessages } from './messages.ts';
import { fullName, shortName } from './period-name.ts';
import { RateChart } from './rate-chart.tsx';
import type { SummaryReport } from './report.ts';

/** The calls of each period and their success rate, as charts and as a table. */
export function Charts({ report: { period, periods } }: { report: SummaryReport }) {
  const say = useText(reportMessages);
  const { language } = useLanguage();
  const count = useCount();
  const orNone = (value: number | null, format: (value: number) => string) =>
    value === null ? say('noValue') : format(value);
  const places = periods.map((part) => ({
    key: part.period_start,
    label: shortName(part, period.granularity, language),
    name: fullName(part, language),
  }));
  return (
    <Stack gap="lg">
      <BarChart
        label={say('callsOverTime')}
        places={places}
        series={[
          { name: say('connected'), color: colors.connected, values: periods.map((part) => part.connected_calls) },
          { name: say('noAnswer'), color: colors.noAnswer, values: periods.map((part) => part.no_answer_calls) },
          { name: say('missed'), color: colors.missed, values: periods.map((part) => part.missed_calls) },
          { name: say('other'), color: colors.other, values: periods.map((part) => part.other_calls) },
        ]}
      />
      <div>
        <Text size="sm" fw={600} component="h3" mb="xs">
          {say('rateOverTime')}
        </Text>
        <RateChart
          label={say('rateOverTime')}
          places={places}
          rates={periods.map(({ success_rate }) => success_rate)}
          noValue={say('noValue')}
        />
      </div>
      <ChartTable
        label={say('callsOverTime')}
        corner={say('period')}
        places={places}
        columns={[
          { name: say('total'), cells: periods.map((part) => count(part.total_calls)) },
          { name: say('connected'), cells: periods.map((part) => count(part.connected_calls)) },
          { name: say('noAnswer'), cells: periods.map((part) => count(part.no_answer_calls)) },
          { name: say('missed'), cells: periods.map((part) => count(part.missed_calls)) },
          { name: say('other'), cells: periods.map((part) => count(part.other_calls)) },
          { name: say('successRate'), cells: periods.map((part) => orNone(part.success_rate, percent)) },
          {
            name: say('averageTalk'),
            cells: periods.map((part) => orNone(part.average_duration_seconds, formatDuration)),
          },
        ]}
      />
    </Stack>
  );
}
