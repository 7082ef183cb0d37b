import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../i18n/language.tsx';
import { formatDuration } from '../parts/values/duration.ts';
import { percent } from '../parts/values/percent.ts';
import { reportMessages } from './messages.ts';
import type { Figures as Totals } from './report.ts';

type Format = (value: number) => string;

export type Figure = {
  name: string;
  value: number | null;
  /** The value of the period before; undefined while it is not known. */
  before?: number | null | undefined;
  format: Format;
  /** Whether the difference of two rates is of interest, rather than their quotient. */
  isRate?: boolean;
  /** More about the value. */
  about?: ReactNode;
};

/** The totals of a period, beside those of the period before as soon as they are known. */
export function FigureCards({ totals, before }: { totals: Totals; before?: Totals | undefined }) {
  const say = useText(reportMessages);
  const count = useCount();
  return (
    <Cards
      figures={[
        { name: say('total'), value: totals.total_calls, before: before?.total_calls, format: count },
        { name: say('connected'), value: totals.connected_calls, before: before?.connected_calls, format: count },
        {
          ...{ name: say('successRate'), value: totals.success_rate, before: before?.success_rate },
          ...{ format: percent, isRate: true },
        },
        {
          ...{ name: say('averageTalk'), value: totals.average_duration_seconds },
          ...{ before: before?.average_duration_seconds, format: formatDuration },
        },
        {
          ...{ name: say('totalTalk'), value: totals.total_duration_seconds },
          ...{ before: before?.total_duration_seconds, format: formatDuration },
        },
      ]}
    />
  );
}

export function useCount(): Format {
  const { language } = useLanguage();
  return (value) => new Intl.NumberFormat(language).format(value);
}

export function Cards({ figures, inside = false }: { figures: Figure[]; inside?: boolean }) {
  const say = useText(reportMessages);
  return (
    <SimpleGrid cols={{ base: 2, md: figures.length }}>
      {figures.map((figure) => (
        <Paper
          key={figure.name}
          {...(inside ? { p: 0, bg: 'transparent', withBorder: false } : { p: 'md', bg: 'var(--console-surface)' })}
          role="group"
          aria-label={figure.name}
        >
          <Text size="sm" c="dimmed">
            {figure.name}
          </Text>
          <Text fz={26} fw={650} lh={1.3}>
            {figure.value === null ? say('noValue') : figure.format(figure.value)}
          </Text>
          {figure.about && (
            <Text size="xs" c="dimmed">
              {figure.about}
            </Text>
          )}
          <Change figure={figure} />
        </Paper>
      ))}
    </SimpleGrid>
  );
}

/** How a figure has changed since the period before; there is no quotient if it was 0. */
function Change({ figure: { value, before, format, isRate } }: { figure: Figure }) {
  const say = useText(reportMessages);
  if (before === undefined || before === null) return <Text size="xs">&nbsp;</Text>;
  return (
    <Text size="xs" c="dimmed">
      {value !== null && (isRate || before > 0) && <b>{changeText(say, value, before, isRate)} · </b>}
      {say('before', { value: format(before) })}
    </Text>
  );
}

type Say = ReturnType<typeof useText<keyof (typeof reportMessages)['en']>>;

/** ▲ 12 %, or ▲ 3.1 pts between two rates. */
export function changeText(say: Say, value: number, before: number, isRate = false): string {
  const by = isRate ? value - before : (value - before) / before;
  const shown = Math.abs(Math.round(by * (isRate ? 1_000 : 100)));
  if (shown === 0) return say('same');
  const text = isRate ? say('points', { value: shown / 10 }) : `${shown} %`;
  return say(by > 0 ? 'up' : 'down', { by: text });
}
