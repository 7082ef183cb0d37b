import { dayOf, daysAgo, timezone } from '../parts/days.ts';

export const presets = ['today', 'week', 'month'] as const;

/** What the address of the list says. It can be sent to somebody else, and the browser's back button works. */
export type CallSearch = {
  period?: (typeof presets)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  status?: string | undefined;
  staff?: string | undefined;
  project?: string | undefined;
  type?: 'outbound' | 'inbound' | undefined;
  external?: string | undefined;
  page?: number | undefined;
};

const day = /^\d{4}-\d\d-\d\d$/;

export function readCallSearch(given: Record<string, unknown>): CallSearch {
  const text = (name: string) => (given[name] === undefined || given[name] === '' ? undefined : String(given[name]));
  const dayIn = (name: string) => (day.test(text(name) ?? '') ? text(name) : undefined);
  const type = text('type');
  const search: CallSearch = {
    period: presets.find((preset) => preset === given.period),
    from: dayIn('from'),
    to: dayIn('to'),
    status: text('status'),
    staff: text('staff'),
    project: text('project'),
    type: type === 'outbound' || type === 'inbound' ? type : undefined,
    external: text('external'),
    page: Number(given.page) > 1 ? Math.floor(Number(given.page)) : undefined,
  };
  // What is not given does not stand in the address at all.
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

const daysOfPreset = { today: 0, week: 6, month: 29 };

/** The same in the words of the API. */
export function callQuery(search: CallSearch) {
  const { period = 'week', from, to, status, staff, project, type, external, page } = search;
  return {
    from: from ?? daysAgo(daysOfPreset[period]),
    to: to ?? dayOf(new Date()),
    timezone: timezone(),
    status,
    staff_id: staff,
    project_id: project,
    call_type: type,
    external_id: external,
    page: page ?? 1,
    per_page: 50,
  };
}
