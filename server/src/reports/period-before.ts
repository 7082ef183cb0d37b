import { startOfDay } from '../platform/time/local-day.ts';

type Asked = { from: string; to: string; timezone: string; start: Date; end: Date };

/** The period that a period is compared with: its days, and the moments between which its calls were initiated. */
export type PeriodBefore = { from: string; to: string; start: Date; end: Date };

const daysInWeek = 7;

/**
 * The same number of days right before, or for a single day the same weekday a week before. While the period goes on, the period
 * before ends at the same time of day.
 */
export function periodBefore({ from, to, timezone, start, end }: Asked, now: Date): PeriodBefore {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const length = first.until(last).days + 1;
  const shift = { days: length === 1 ? daysInWeek : length };
  const [firstBefore, lastBefore] = [first.subtract(shift), last.subtract(shift)];
  const startBefore = startOfDay(firstBefore, timezone);
  const endBefore = startOfDay(lastBefore.add({ days: 1 }), timezone);
  const goesOn = start <= now && now < end;
  return {
    from: firstBefore.toString(),
    to: lastBefore.toString(),
    start: startBefore,
    end: goesOn ? between(startBefore, sameTime(now, timezone, shift), endBefore) : endBefore,
  };
}

const sameTime = (now: Date, timezone: string, shift: { days: number }) =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).subtract(shift)
      .epochMilliseconds,
  );

const between = (lowest: Date, moment: Date, highest: Date) =>
  moment < lowest ? lowest : moment > highest ? highest : moment;
