import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Stack, Text } from '@mantine/core';
import { useLanguage, useText } from '../i18n/language.tsx';
import { reportMessages } from './messages.ts';
import type { SummaryReport } from './report.ts';

/** The calls of each period and their success rate. The CSV download has the same figures for screen readers. */
export function Charts({ report: { periods } }: { report: SummaryReport }) {
  const say = useText(reportMessages);
  const { language } = useLanguage();
  const dayFormat = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const data = periods.map((period) => ({
    when: dayFormat.format(new Date(period.period_start)),
    [say('connected')]: period.connected_calls,
    [say('noAnswer')]: period.no_answer_calls,
    [say('missed')]: period.missed_calls,
    [say('other')]: period.other_calls,
    [say('successRate')]: period.success_rate === null ? null : Math.round(period.success_rate * 1_000) / 10,
  }));
  return (
    // A hidden tooltip keeps its place, and would widen the page when a tablet is turned.
    <Stack gap="lg" style={{ overflowX: 'clip' }}>
      <BarChart
        h={280}
        data={data}
        dataKey="when"
        type="stacked"
        withLegend
        legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
        yAxisProps={{ allowDecimals: false }}
        role="img"
        aria-label={say('callsOverTime')}
        maxBarWidth={36}
        series={[
          { name: say('connected'), color: 'teal.6' },
          { name: say('noAnswer'), color: 'gray.5' },
          { name: say('missed'), color: 'red.5' },
          { name: say('other'), color: 'orange.4' },
        ]}
      />
      <div>
        <Text size="sm" fw={600} component="h3" mb="xs">
          {say('rateOverTime')}
        </Text>
        <LineChart
          h={180}
          data={data}
          dataKey="when"
          unit=" %"
          curveType="monotone"
          yAxisProps={{ domain: [0, 100], width: 54 }}
          withDots={data.length < 16}
          role="img"
          aria-label={say('rateOverTime')}
          series={[{ name: say('successRate'), color: 'trunk.6' }]}
        />
      </div>
    </Stack>
  );
}
