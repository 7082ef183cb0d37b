import type { Caller } from '../platform/caller.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import type { Detail } from '../platform/problem.ts';
import { foldForSearch, queryGrams } from '../platform/search-text.ts';
import { readTimestamp } from '../platform/timestamp.ts';
import { unreadableNumber } from './customer-fields.ts';
import type { FilterValues } from './queries.ts';

type Query = { project_id?: number; external_id?: string; tel1?: string; q?: string; updated_since?: string };

/** The filters of a list in the form that the statements take, and what is wrong with them. A `+` arrives as a blank. */
export function readFilters(
  { tenantId, defaultCountry }: Caller,
  { project_id, external_id, tel1, q, updated_since }: Query,
) {
  const filters: Partial<FilterValues> = {};
  const faults: Detail[] = [];
  if (project_id !== undefined) filters.project_id = project_id;
  if (external_id !== undefined) filters.external_id = external_id;
  if (tel1 !== undefined) {
    const number = parsePhoneNumber(tel1.replace(/^ /, '+'), defaultCountry);
    if (number === undefined) faults.push(unreadableNumber('tel1', defaultCountry));
    else filters.tel1 = number;
  }
  if (q !== undefined) {
    filters.q = foldForSearch(q);
    filters.grams = queryGrams(tenantId, filters.q);
    // Everything contains nothing; a search for it is a mistake rather than a wish for the whole list.
    if (filters.q === '') faults.push({ field: 'q', code: 'too_short', message: 'q must hold something to look for.' });
  }
  if (updated_since !== undefined) {
    const since = readTimestamp(updated_since.replace(' ', '+'));
    const message = 'updated_since must be a time such as 2026-11-01T00:00:00Z, or a day such as 2026-11-01.';
    if (since === undefined) faults.push({ field: 'updated_since', code: 'invalid_format', message });
    else filters.updated_since = since;
  }
  return { filters, faults };
}
