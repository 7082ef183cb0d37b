import { Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './chart.module.css';

/** A place on the horizontal axis. */
type Place = {
  key: string;
  /** On the axis. */
  label: string;
  /** The values of the place, on hovering. */
  tip: ReactNode;
};

type Props = {
  label: string;
  places: Place[];
  ticks: number[];
  format: (tick: number) => string;
  height: number;
  /** What stands at each place, drawn from the bottom of the plot. */
  column?: (index: number) => ReactNode;
  /** What is drawn over all places. */
  children?: ReactNode;
};

/**
 * The axes of a chart. All charts have the same left margin, so that those above each other align. Where the labels do not all
 * fit, every second, third and so on is shown. A screen reader gets the name of the chart; a table beside it has the figures.
 */
export function ChartFrame({ label, places, ticks, format, height, column, children }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const top = ticks.at(-1) ?? 1;
  const widest = Math.max(...places.map((place) => widthOf(place.label)));
  const every = width === 0 ? places.length : Math.ceil((widest * places.length) / width);
  return (
    <div className={classes.chart} role="img" aria-label={label}>
      <div className={classes.scale} style={{ height }}>
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(100 * tick) / top}%` }}>
            {format(tick)}
          </span>
        ))}
      </div>
      <div ref={ref}>
        <div className={classes.plot} style={{ height }}>
          {ticks.map((tick) => (
            <hr key={tick} className={classes.line} style={{ bottom: `${(100 * tick) / top}%` }} />
          ))}
          {children}
          <div className={classes.columns}>
            {places.map((place, index) => (
              // Fixed, because it must not widen the page when a tablet is turned.
              <Tooltip key={place.key} label={place.tip} multiline floatingStrategy="fixed">
                <div className={classes.column}>{column?.(index)}</div>
              </Tooltip>
            ))}
          </div>
        </div>
        <div className={classes.labels}>
          {places.map((place, index) => (
            <span key={place.key} className={classes.label}>
              {index % every === 0 && <span>{place.label}</span>}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** About the width of a label in pixels, with the gap to the next one. */
const widthOf = (label: string) =>
  16 + [...label].reduce((width, character) => width + (character > '\u2E7F' ? 12 : 6.5), 0);
