import type { CSSProperties } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { ticksUpTo } from './axis-ticks.ts';
import classes from './chart.module.css';
import { ChartFrame } from './chart-frame.tsx';

type Series = { name: string; color: string; values: number[] };
export type Labeled = { key: string; label: string; name: string };

type Props = {
  label: string;
  places: Labeled[];
  series: Series[];
  height?: number;
  /** Whether the series stand on each other, as parts of a whole, or beside each other. */
  stacked?: boolean;
};

export function BarChart({ label, places, series, height = 240, stacked = true }: Props) {
  const { language } = useLanguage();
  const count = (value: number) => new Intl.NumberFormat(language).format(value);
  const heights = places.map((_, at) => series.map(({ values }) => values[at] ?? 0));
  const highest = heights.map((values) =>
    stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values),
  );
  const ticks = ticksUpTo(Math.max(0, ...highest));
  const top = ticks.at(-1) ?? 1;
  const part = (at: number) =>
    series.map(({ name, color }, i) => {
      const value = heights[at]?.[i] ?? 0;
      return value > 0 && <Part key={name} color={color} height={value / top} />;
    });
  return (
    <>
      <ChartFrame
        label={label}
        height={height}
        ticks={ticks}
        format={count}
        places={places.map(({ key, label, name }, at) => ({
          ...{ key, label },
          tip: (
            <div className={classes.tip}>
              <strong>{name}</strong>
              {series.map(({ name, color, values }) => (
                <span key={name} style={colored(color)}>
                  {name}: {count(values[at] ?? 0)}
                </span>
              ))}
            </div>
          ),
        }))}
        column={(at) =>
          stacked ? (
            <div className={classes.stack}>{part(at)}</div>
          ) : (
            series.map(({ name, color }, i) => (
              <div key={name} className={classes.stack}>
                {(heights[at]?.[i] ?? 0) > 0 && <Part color={color} height={(heights[at]?.[i] ?? 0) / top} />}
              </div>
            ))
          )
        }
      />
      <div className={classes.legend} aria-hidden="true">
        {series.map(({ name, color }) => (
          <span key={name} style={colored(color)}>
            {name}
          </span>
        ))}
      </div>
    </>
  );
}

const Part = ({ color, height }: { color: string; height: number }) => (
  <div className={classes.part} style={{ ...colored(color), height: `${100 * height}%` }} />
);

export const colored = (color: string) => ({ '--color': color }) as CSSProperties;
