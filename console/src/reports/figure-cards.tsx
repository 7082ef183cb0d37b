import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useLanguage, useText } from '../i18n/language.tsx';
import { formatDuration } from '../parts/values/duration.ts';
import { percent } from '../parts/values/percent.ts';
import { reportMessages } from './messages.ts';
import type { Figures as Totals } from './report.ts';

export function FigureCards({ totals }: { totals: Totals }) {
  const say = useText(reportMessages);
  const { language } = useLanguage();
  const count = (value: number) => new Intl.NumberFormat(language).format(value);
  const { average_duration_seconds: average, success_rate: rate } = totals;
  const figures = [
    [say('total'), count(totals.total_calls)],
    [say('connected'), count(totals.connected_calls)],
    [say('successRate'), rate === null ? say('noValue') : percent(rate)],
    [say('averageTalk'), average === null ? say('noValue') : formatDuration(average)],
    [say('totalTalk'), formatDuration(totals.total_duration_seconds)],
  ];
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }}>
      {figures.map(([name, value]) => (
        <Paper key={name} p="md" bg="var(--console-surface)" role="group" aria-label={name}>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text fz={26} fw={650} lh={1.3}>
            {value}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
