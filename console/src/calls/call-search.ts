import { type Given, onlyGiven, pageIn, textIn, wordIn } from '../parts/lists/address.ts';
import { daysOf, type Narrowing, readNarrowing } from '../parts/lists/narrowing.ts';
import { callStatuses } from './call.ts';

export const callPresets = ['today', 'week', 'month'] as const;
export const usualCallPeriod = 'week';

/** The filters of the list, kept in its address, so that it can be shared and the browser's back button works. */
export type CallSearch = Narrowing<(typeof callPresets)[number]> & {
  status?: string | undefined;
  external?: string | undefined;
  number?: string | undefined;
  tag?: string | undefined;
  outcome?: string | undefined;
  /** Words of the transcript, the summary or the note. */
  q?: string | undefined;
  sort?: 'oldest' | undefined;
  page?: number | undefined;
};

export const readCallSearch = (given: Given): CallSearch =>
  onlyGiven({
    ...readNarrowing(given, callPresets),
    status: statusesIn(given),
    external: textIn(given, 'external'),
    number: textIn(given, 'number'),
    tag: textIn(given, 'tag'),
    outcome: textIn(given, 'outcome'),
    q: textIn(given, 'q'),
    sort: wordIn(given, 'sort', ['oldest']),
    page: pageIn(given),
  });

/** One status or several, separated by commas. */
function statusesIn(given: Given): string | undefined {
  const known: readonly string[] = callStatuses;
  const statuses = textIn(given, 'status')
    ?.split(',')
    .filter((status) => known.includes(status));
  return statuses && ([...new Set(statuses)].join(',') || undefined);
}

/** The filters besides the period. */
export function filtersIn({ period: _, from: __, to: ___, sort: ____, page: _____, ...filters }: CallSearch) {
  return onlyGiven(filters);
}

/** The same as a query of the API, with days of a time zone. */
export function callQuery(search: CallSearch, timezone: string) {
  const { status, staff, project, type, external, number, tag, outcome, q, sort, page } = search;
  return {
    ...daysOf(search, usualCallPeriod, timezone),
    timezone,
    status,
    staff_id: staff,
    project_id: project,
    call_type: type,
    external_id: external,
    phone_number: number,
    tag,
    outcome,
    q,
    sort: sort === 'oldest' ? ('asc' as const) : undefined,
    page: page ?? 1,
    per_page: 50,
  };
}

/** The second of the recording at which the page of a call begins to play, for links to a moment. */
export function readMoment(given: Given): { at?: number | undefined } {
  const at = Number(given.at);
  return at > 0 && Number.isFinite(at) ? { at } : {};
}
