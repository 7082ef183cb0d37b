import { percent } from '../parts/values/percent.ts';
import { colored, type Labeled } from './bar-chart.tsx';
import classes from './chart.module.css';
import { ChartFrame } from './chart-frame.tsx';

type Props = { label: string; places: Labeled[]; rates: (number | null)[]; noValue: string };

const quarters = [0, 0.25, 0.5, 0.75, 1];

/** Rates as points, with straight lines between neighbors. A place without a rate has no point, and interrupts the line. */
export function RateChart({ label, places, rates, noValue }: Props) {
  const points = rates.map((rate, at) => (rate === null ? null : { x: (100 * (at + 0.5)) / rates.length, y: rate }));
  const drawn = points.filter((point) => point !== null);
  return (
    <div style={colored('light-dark(var(--mantine-primary-color-6), var(--mantine-primary-color-4))')}>
      <ChartFrame
        label={label}
        height={140}
        ticks={quarters}
        format={percent}
        places={places.map(({ key, label, name }, at) => ({
          ...{ key, label },
          tip: (
            <div className={classes.tip}>
              <strong>{name}</strong>
              <span>{rates[at] == null ? noValue : percent(rates[at])}</span>
            </div>
          ),
        }))}
      >
        <svg className={classes.svg} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          {linesOf(points).map((line) => (
            <polyline key={line[0]?.x} points={line.map(({ x, y }) => `${x},${1 - y}`).join(' ')} />
          ))}
        </svg>
        {drawn.map(({ x, y }) => (
          <span key={x} className={classes.dot} style={{ left: `${x}%`, bottom: `${100 * y}%` }} />
        ))}
      </ChartFrame>
    </div>
  );
}

type Point = { x: number; y: number };

/** Neighboring points, between the places that have none. */
function linesOf(points: (Point | null)[]): Point[][] {
  const lines: Point[][] = [[]];
  for (const point of points)
    if (point) lines.at(-1)?.push(point);
    else lines.push([]);
  return lines.filter((line) => line.length > 1);
}
