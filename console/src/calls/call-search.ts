import { daysOf, type Given, type Narrowing, onlyGiven, readNarrowing, textIn } from '../parts/lists/narrowing.ts';
import { timezone } from '../parts/values/days.ts';

export const callPresets = ['today', 'week', 'month'] as const;
export const usualCallPeriod = 'week';

/** The filters of the list, kept in its address, so that it can be shared and the browser's back button works. */
export type CallSearch = Narrowing<(typeof callPresets)[number]> & {
  status?: string | undefined;
  external?: string | undefined;
  page?: number | undefined;
};

export const readCallSearch = (given: Given): CallSearch =>
  onlyGiven({
    ...readNarrowing(given, callPresets),
    status: textIn(given, 'status'),
    external: textIn(given, 'external'),
    page: Number(given.page) > 1 ? Math.floor(Number(given.page)) : undefined,
  });

/** The same as a query of the API. */
export function callQuery(search: CallSearch) {
  const { status, staff, project, type, external, page } = search;
  return {
    ...daysOf(search, usualCallPeriod),
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
