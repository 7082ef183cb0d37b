import { readingOf } from '../api/readings.ts';
import { type Given, onlyGiven, wordIn, zoneIn } from '../parts/lists/address.ts';
import { daysOf, type Narrowing, readNarrowing } from '../parts/lists/narrowing.ts';
import type { Mode } from '../paths.ts';
import type { Granularity, WaitLimit } from './report.ts';

export const reportPresets = ['today', 'week', 'month'] as const;
export const usualReportPeriod = 'month';
const granularities: Granularity[] = ['day', 'week', 'month'];
/** The server counts calls that were answered within these numbers of seconds. */
export const waitLimits = [10, 15, 20, 30, 45, 60, 90, 120] as const satisfies WaitLimit[];
export const usualWaitLimit = 20;

export type ReportSearch = Narrowing<(typeof reportPresets)[number]> & {
  by?: Granularity | undefined;
  zone?: string | undefined;
  within?: WaitLimit | undefined;
};

export const readReportSearch = (given: Given): ReportSearch =>
  onlyGiven({
    ...readNarrowing(given, reportPresets),
    by: wordIn(given, 'by', granularities),
    zone: zoneIn(given, 'zone'),
    within: waitLimits.find((limit) => String(limit) === String(given.within)),
  });

export type ReportQuery = ReturnType<typeof reportQuery>;

/** The same as a query of the API, without `granularity`, which only the summary takes. */
export function reportQuery(search: ReportSearch, usualZone: string) {
  const { zone = usualZone, staff, project, type } = search;
  return {
    ...daysOf(search, usualReportPeriod, zone),
    timezone: zone,
    staff_id: staff,
    project_id: project,
    call_type: type,
  };
}

export const summaryQuery = (search: ReportSearch, usualZone: string) => ({
  ...reportQuery(search, usualZone),
  granularity: search.by ?? 'day',
});

export const overviewQuery = (search: ReportSearch, usualZone: string) => ({
  ...reportQuery(search, usualZone),
  answered_within: search.within ?? usualWaitLimit,
});

/** The queries of the page, which its loader sends ahead. */
export const readingsOfReports = (mode: Mode, search: ReportSearch, usualZone: string) => [
  readingOf(mode, '/reports/summary', { query: summaryQuery(search, usualZone) }),
  readingOf(mode, '/reports/overview', { query: overviewQuery(search, usualZone) }),
];
