import { daysOf, type Given, type Narrowing, onlyGiven, readNarrowing, textIn } from '../parts/lists/narrowing.ts';
import { timezone } from '../parts/values/days.ts';
import type { Granularity } from './report.ts';

export const reportPresets = ['week', 'month'] as const;
export const usualReportPeriod = 'month';
const granularities: Granularity[] = ['day', 'week', 'month'];

export type ReportSearch = Narrowing<(typeof reportPresets)[number]> & {
  by?: Granularity | undefined;
  zone?: string | undefined;
};

export const readReportSearch = (given: Given): ReportSearch =>
  onlyGiven({
    ...readNarrowing(given, reportPresets),
    by: granularities.find((granularity) => granularity === given.by),
    zone: textIn(given, 'zone'),
  });

export type ReportQuery = ReturnType<typeof reportQuery>;

/** The same as a query of the API, without `granularity`, which only the summary takes. */
export function reportQuery(search: ReportSearch) {
  const { zone, staff, project, type } = search;
  return {
    ...daysOf(search, usualReportPeriod),
    timezone: zone ?? timezone(),
    staff_id: staff,
    project_id: project,
    call_type: type,
  };
}
