import type { CSSProperties } from 'react';
import { useLanguage, useText } from '../i18n/language.tsx';
import { hourName } from './hour-chart.tsx';
import { reportMessages } from './messages.ts';
import type { Overview } from './report.ts';
import classes from './week-map.module.css';

// Any week that begins on a Monday.
const monday = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;

/** The average number of calls of each hour of the week, the darker the more. It is a table, so every cell can be read. */
export function WeekMap({ weekdays }: { weekdays: Overview['weekdays'] }) {
  const say = useText(reportMessages);
  const { language } = useLanguage();
  const name = (weekday: number, style: 'short' | 'long') =>
    new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' }).format(monday + (weekday - 1) * dayMs);
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const rows = weekdays.filter(({ days }) => days > 0);
  const average = (calls: number, days: number) => calls / Math.max(1, days);
  const most = Math.max(1, ...rows.flatMap(({ hours, days }) => hours.map((calls) => average(calls, days))));
  return (
    <table className={classes.map} aria-label={say('busyHours')}>
      <thead>
        <tr>
          <td />
          {Array.from({ length: 24 }, (_, hour) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: The hours of a day never change.
            <th key={hour} scope="col" aria-label={hourName(hour)}>
              {hour % 3 === 0 && <span>{hour}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ weekday, days, hours }) => (
          <tr key={weekday}>
            <th scope="row" aria-label={name(weekday, 'long')}>
              {name(weekday, 'short')}
            </th>
            {hours.map((calls, hour) => {
              const mean = average(calls, days);
              const values = { day: name(weekday, 'long'), hour: hourName(hour), total: calls };
              return (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: The hours of a day never change.
                  key={hour}
                  title={say('callsAt', { ...values, average: number.format(mean) })}
                  style={{ '--part': calls === 0 ? 0 : 0.12 + (0.88 * mean) / most } as CSSProperties}
                >
                  <span>{number.format(mean)}</span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
