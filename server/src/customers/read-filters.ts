import type { Caller } from '../platform/caller.ts';
import type { ProjectId } from '../platform/ids.ts';
import { parseNumberInQuery, unreadableNumber } from '../platform/phone-number.ts';
import type { Detail } from '../platform/problem.ts';
import { foldForSearch, longTextGrams, queryGrams } from '../platform/text/search-text.ts';
import { readTimestamp } from '../platform/time/timestamp.ts';
import type { FilterValues } from './queries.ts';

type Query = { project_id?: ProjectId; external_id?: string; tel1?: string; q?: string; updated_since?: string };

/**
 * Converts the filters of a list to the form in which they are compared, in place, and finds faults that the schema cannot.
 */
export function refineFilters(query: Query, defaultCountry: string | null): Detail[] {
  const faults: Detail[] = [];
  const { tel1, q, updated_since } = query;
  if (tel1 !== undefined) {
    const number = parseNumberInQuery(tel1, defaultCountry);
    if (number === undefined) faults.push(unreadableNumber('tel1', defaultCountry));
    else query.tel1 = number;
  }
  if (q !== undefined) {
    query.q = foldForSearch(q);
    // Every text contains the empty string; a search for it is a mistake rather than a request for the whole list.
    if (query.q === '')
      faults.push({
        field: 'q',
        code: 'too_short',
        message: 'q must contain at least one character other than a space.',
      });
  }
  if (updated_since !== undefined) {
    const since = readTimestamp(updated_since.replace(' ', '+'));
    const message = 'updated_since must be a time such as 2026-11-01T00:00:00Z, or a date such as 2026-11-01.';
    if (since === undefined) faults.push({ field: 'updated_since', code: 'invalid_format', message });
    else query.updated_since = since.toISOString();
  }
  return faults;
}

/** Refined filters in the form that the statements take. */
export function filterValues(
  { tenantId, projects }: Pick<Caller, 'tenantId' | 'projects'>,
  { project_id, external_id, tel1, q, updated_since }: Query,
): Partial<FilterValues> {
  return {
    ...projectFilter(projects, project_id),
    ...(external_id !== undefined && { external_id }),
    ...(tel1 !== undefined && { tel1 }),
    ...(q !== undefined && { q, grams: queryGrams(tenantId, q), long_text_grams: longTextGrams(tenantId) }),
    ...(updated_since !== undefined && { updated_since: new Date(updated_since) }),
  };
}

/** The project that a list is asked for, if the caller may read it, or all projects of the caller. */
export function projectFilter(
  readable: Caller['projects'],
  asked: ProjectId | undefined,
): Pick<Partial<FilterValues>, 'project_id' | 'project_ids'> {
  const mayRead = asked === undefined || (readable?.includes(asked) ?? true);
  if (!mayRead) return { project_ids: [] };
  if (asked !== undefined) return { project_id: asked };
  if (!readable) return {};
  // The counts of a search are remembered for one project.
  const [only, ...more] = readable;
  return only !== undefined && more.length === 0 ? { project_id: only } : { project_ids: readable };
}
