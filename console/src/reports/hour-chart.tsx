import { useText } from '../i18n/language.tsx';
import { BarChart } from './bar-chart.tsx';
import { colors } from './chart-colors.ts';
import { ChartTable } from './chart-table.tsx';
import { useCount } from './figure-cards.tsx';
import { reportMessages } from './messages.ts';
import type { Overview } from './report.ts';

/** The calls of a day by hour, beside those of the same weekday before. */
export function HourChart({ hours }: { hours: Overview['hours'] }) {
  const say = useText(reportMessages);
  const count = useCount();
  const places = hours.map(({ hour }) => ({ key: String(hour), label: hourName(hour), name: hourName(hour) }));
  const series = [
    { name: say('thisPeriod'), color: colors.connected, values: hours.map((row) => row.total_calls) },
    ...previousHours(hours, say('previousPeriod')),
  ];
  return (
    <>
      <BarChart label={say('byHour')} stacked={false} places={places} series={series} />
      <ChartTable
        label={say('byHour')}
        corner={say('hour')}
        places={places}
        columns={series.map(({ name, values }) => ({ name, cells: values.map(count) }))}
      />
    </>
  );
}

/** Nothing if calls of that day may have been deleted. */
export function previousHours(hours: Overview['hours'], name: string) {
  const values = hours.flatMap(({ previous_total_calls: total }) => total ?? []);
  return values.length === hours.length ? [{ name, color: colors.noAnswer, values }] : [];
}

export const hourName = (hour: number) => `${hour}:00`;
