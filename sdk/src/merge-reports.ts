import type { Schemas } from './operation-types.ts';
import { addDays, dayAt, type Period, rangesOf, startOf } from './periods.ts';

// Reports of long periods, from those of shorter ones. Sums are added. Averages and rates are computed again, for which the number
// of calls that have ended is needed. The API does not return it, but it follows from the other figures, except in rare rows with
// calls in progress. A figure that does not follow is null, and `inexact` names it.

export type InexactField = 'average_duration_seconds' | 'success_rate' | 'talk_ratio';

/** `inexact` names figures that are null because they cannot be computed from what the API returns; without it all are exact. */
export type Merged<Figures> = Figures & { inexact?: InexactField[] };

export type MergedSummary = {
  period: Schemas['ReportPeriod'];
  totals: Merged<Schemas['CallFigures']>;
  periods: Merged<Schemas['SummaryPeriod']>[];
};

export type MergedUser = Merged<Schemas['UserFigures']>;

/** The figures that both reports have. */
type Figures = Pick<
  Schemas['CallFigures'],
  | 'total_calls'
  | 'connected_calls'
  | 'missed_calls'
  | 'total_duration_seconds'
  | 'average_duration_seconds'
  | 'success_rate'
> & { no_answer_calls?: number };

/** Calls of a row that have ended, and those of them that were connected; undefined if the row does not reveal the number. */
type Ended = { talked: number | undefined; ended: number | undefined };

/** The calls of this day and of all before have ended, in every time zone: no call lasts a day. */
export const lastSettledDay = (now = Date.now()) => addDays(dayAt(now), -3);

export function endedCalls(row: Figures, isSettled: boolean): Ended {
  if (isSettled) return { talked: row.connected_calls, ended: row.total_calls };
  const { average_duration_seconds: average, success_rate: rate } = row;
  const talked = theOnly(0, row.connected_calls, (n) => quotient(row.total_duration_seconds, n, 2) === average);
  if (talked === undefined) return { talked, ended: undefined };
  const least = talked + (row.no_answer_calls ?? 0) + row.missed_calls;
  return { talked, ended: theOnly(least, row.total_calls, (n) => quotient(talked, n, 4) === rate) };
}

/** The number between two others that fits, if there is exactly one. */
function theOnly(least: number, most: number, fits: (n: number) => boolean): number | undefined {
  let found: number | undefined;
  for (let n = least; n <= most; n++) {
    if (!fits(n)) continue;
    if (found !== undefined) return undefined;
    found = n;
  }
  return found;
}

/** Rounded half up, as the server does it. */
function quotient(part: number, whole: number, decimals: number): number | null {
  const unit = 10 ** decimals;
  return whole === 0 ? null : Math.round((part * unit) / whole) / unit;
}

type Counted<Row> = { row: Row; ended: Ended };

const counted = <Row extends Figures>(row: Row, lastDay: string, settled: string): Counted<Row> => ({
  row,
  ended: endedCalls(row, lastDay <= settled),
});

type SumOf<Row> = { [Key in keyof Row as NonNullable<Row[Key]> extends number ? Key : never]: Row[Key] };

function add<Row extends Figures>(rows: Counted<Row>[], sums: (keyof SumOf<Row>)[]) {
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const known = (numbers: (number | undefined)[]) =>
    numbers.every((number) => number !== undefined) ? sum(numbers) : undefined;
  const talked = known(rows.map(({ ended }) => ended.talked));
  const ended = known(rows.map(({ ended }) => ended.ended));
  const added = Object.fromEntries(sums.map((key) => [key, sum(rows.map(({ row }) => Number(row[key])))])) as Figures;
  const inexact: InexactField[] = [];
  if (talked === undefined) inexact.push('average_duration_seconds');
  if (talked === undefined || ended === undefined) inexact.push('success_rate');
  return {
    ...added,
    average_duration_seconds: talked === undefined ? null : quotient(added.total_duration_seconds, talked, 2),
    success_rate: talked === undefined || ended === undefined ? null : quotient(talked, ended, 4),
    ...(inexact.length > 0 && { inexact }),
  };
}

const summarySums = [
  'total_calls',
  'connected_calls',
  'no_answer_calls',
  'missed_calls',
  'other_calls',
  'total_duration_seconds',
] as const;

type Granularity = Schemas['ReportPeriod']['granularity'];
type Summary = Schemas['SummaryReport'];

/** Reads days, because a range may cut a week or month in two. */
export async function mergeSummaries(
  wanted: Period & { granularity: Granularity },
  read: (range: Period & { granularity: 'day' }) => Promise<Summary>,
  { settled = lastSettledDay(), ranges = rangesOf(wanted) } = {},
): Promise<MergedSummary> {
  const { from, to, granularity } = wanted;
  const days: Counted<Schemas['SummaryPeriod']>[] = [];
  let timezone = '';
  for (const range of ranges) {
    const { period, periods } = await read({ ...range, granularity: 'day' });
    timezone = period.timezone;
    days.push(...periods.map((row) => counted(row, row.period_end, settled)));
  }
  const groups = new Map<string, typeof days>();
  for (const day of days) {
    const start = startOf(day.row.period_start, granularity);
    groups.set(start, [...(groups.get(start) ?? []), day]);
  }
  const figures = (rows: typeof days) => add(rows, [...summarySums]) as Merged<Schemas['CallFigures']>;
  return {
    period: { from, to, timezone, granularity },
    totals: figures(days),
    periods: [...groups.values()].map((group) => ({
      period_start: group[0]?.row.period_start ?? '',
      period_end: group.at(-1)?.row.period_end ?? '',
      ...figures(group),
    })),
  };
}

const userSums = [
  'total_calls',
  'outbound_calls',
  'inbound_calls',
  'connected_calls',
  'missed_calls',
  'total_duration_seconds',
] as const;

/** The days that may have calls in progress form ranges of their own, so that they obscure no others. */
export function rangesOfUsers({ from, to }: Period, settled: string): Period[] {
  const open = from > settled ? from : addDays(settled, 1);
  return [...rangesOf({ from, to: to < settled ? to : settled }), ...rangesOf({ from: open, to })];
}

/** One row for each staff member, in the order of the API: by id, and the calls without a staff member last. */
export async function mergeUsers(
  wanted: Period,
  read: (range: Period) => Promise<Schemas['UserFigures'][]>,
  { settled = lastSettledDay(), ranges = rangesOfUsers(wanted, settled) } = {},
): Promise<MergedUser[]> {
  const users = new Map<number | null, Counted<Schemas['UserFigures']>[]>();
  for (const range of ranges)
    for (const row of await read(range))
      users.set(row.staff_id, [...(users.get(row.staff_id) ?? []), counted(row, range.to, settled)]);
  const order = (id: number | null) => id ?? Number.POSITIVE_INFINITY;
  return [...users.values()].map(mergeUser).sort((a, b) => order(a.staff_id) - order(b.staff_id));
}

function mergeUser(rows: Counted<Schemas['UserFigures']>[]): MergedUser {
  const { inexact = [], ...figures } = add(rows, [...userSums]) as MergedUser;
  const [ratio = null, ...others] = rows.flatMap(({ row }) => row.talk_ratio ?? []);
  // The ratio of several ranges depends on how long both sides talked in each, which the API does not return.
  const fields: InexactField[] = others.length > 0 ? [...inexact, 'talk_ratio'] : inexact;
  const { staff_id = null, staff_name = null } = rows.at(-1)?.row ?? {};
  return {
    ...figures,
    staff_id,
    staff_name,
    talk_ratio: others.length > 0 ? null : ratio,
    ...(fields.length > 0 && { inexact: fields }),
  };
}

export type MergedLabel = Merged<Schemas['LabelFigures']>;
type Label = { row: Schemas['LabelFigures']; isSettled: boolean };

/** One row for each tag and each outcome, in the order of the API: tags first, then by number of calls, then by value. */
export async function mergeTags(
  wanted: Period,
  read: (range: Period) => Promise<Schemas['LabelFigures'][]>,
  { settled = lastSettledDay(), ranges = rangesOfUsers(wanted, settled) } = {},
): Promise<MergedLabel[]> {
  const labels = new Map<string, Label[]>();
  for (const range of ranges)
    for (const row of await read(range)) {
      const key = `${row.kind} ${row.value}`;
      labels.set(key, [...(labels.get(key) ?? []), { row, isSettled: range.to <= settled }]);
    }
  return [...labels.values()].map(mergeLabel).sort(byLabel);
}

const byLabel = (a: MergedLabel, b: MergedLabel) =>
  (a.kind === b.kind ? 0 : a.kind === 'tag' ? -1 : 1) ||
  b.total_calls - a.total_calls ||
  (a.value === b.value ? 0 : a.value < b.value ? -1 : 1);

function mergeLabel(rows: Label[]): MergedLabel {
  const [first, ...others] = rows as [Label, ...Label[]];
  if (others.length === 0) return first.row;
  const sum = (key: 'total_calls' | 'connected_calls') => rows.reduce((all, { row }) => all + row[key], 0);
  const [total_calls, connected_calls] = [sum('total_calls'), sum('connected_calls')];
  const isSettled = rows.every((one) => one.isSettled);
  const seconds = rows.reduce((all, { row }) => all + secondsOf(row), 0);
  const inexact: InexactField[] = [];
  if (!isSettled) inexact.push('success_rate');
  if (!isSettled || Number.isNaN(seconds)) inexact.push('average_duration_seconds');
  return {
    ...{ ...first.row, total_calls, connected_calls },
    success_rate: isSettled ? quotient(connected_calls, total_calls, 4) : null,
    average_duration_seconds: inexact.includes('average_duration_seconds')
      ? null
      : quotient(seconds, connected_calls, 2),
    ...(inexact.length > 0 && { inexact }),
  };
}

/** The API returns only the average, to two decimals, which reveals whole seconds of fewer than 100 calls; otherwise NaN. */
function secondsOf({ connected_calls, average_duration_seconds }: Schemas['LabelFigures']): number {
  return connected_calls < 100 ? Math.round((average_duration_seconds ?? 0) * connected_calls) : Number.NaN;
}
