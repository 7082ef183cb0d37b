export const granularities = ['day', 'week', 'month'] as const;
export type Granularity = (typeof granularities)[number];

/** Whole days of a time zone, each with its first moment. */
export type Days = { days: { day: string; start: Date }[]; end: Date };

/** A row of a report: its first and last day, and the moments between which its calls were initiated. */
export type PeriodPart = { period_start: string; period_end: string; start: Date; end: Date };

/** Cuts a period into its days, ISO weeks or months; the first and the last one are clipped to the period. */
export function cutPeriod({ days, end }: Days, granularity: Granularity): PeriodPart[] {
  const parts: PeriodPart[] = [];
  for (const [i, { day, start }] of days.entries()) {
    const open = parts.at(-1);
    const dayEnd = days[i + 1]?.start ?? end;
    if (open && !begins(granularity, day)) Object.assign(open, { period_end: day, end: dayEnd });
    else parts.push({ period_start: day, period_end: day, start, end: dayEnd });
  }
  return parts;
}

function begins(granularity: Granularity, day: string): boolean {
  const date = Temporal.PlainDate.from(day);
  return granularity === 'day' || (granularity === 'week' ? date.dayOfWeek === 1 : date.day === 1);
}
