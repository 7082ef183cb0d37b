import { dayOf, daysAgo, timezone } from '../parts/days.ts';
import type { Granularity } from './report.ts';

export const presets = ['week', 'month'] as const;
const granularities: Granularity[] = ['day', 'week', 'month'];

export type ReportSearch = {
  period?: (typeof presets)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  by?: Granularity | undefined;
  zone?: string | undefined;
  staff?: string | undefined;
  project?: string | undefined;
  type?: 'outbound' | 'inbound' | undefined;
};

const day = /^\d{4}-\d\d-\d\d$/;

export function readReportSearch(given: Record<string, unknown>): ReportSearch {
  const text = (name: string) => (given[name] === undefined || given[name] === '' ? undefined : String(given[name]));
  const dayIn = (name: string) => (day.test(text(name) ?? '') ? text(name) : undefined);
  const type = text('type');
  const search: ReportSearch = {
    period: presets.find((preset) => preset === given.period),
    from: dayIn('from'),
    to: dayIn('to'),
    by: granularities.find((granularity) => granularity === given.by),
    zone: text('zone'),
    staff: text('staff'),
    project: text('project'),
    type: type === 'outbound' || type === 'inbound' ? type : undefined,
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** The same in the words of the API, without `granularity`, which only the summary knows. */
export function reportQuery({ period = 'month', from, to, zone, staff, project, type }: ReportSearch) {
  return {
    from: from ?? daysAgo(period === 'week' ? 6 : 29),
    to: to ?? dayOf(new Date()),
    timezone: zone ?? timezone(),
    staff_id: staff,
    project_id: project,
    call_type: type,
  };
}
