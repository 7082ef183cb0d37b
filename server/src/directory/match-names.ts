import type { Detail } from '../platform/problem.ts';
import { foldForSearch } from '../platform/text/search-text.ts';

/** Brings `q` into the form in which names are compared, in place. */
export function refineSearch(query: { q?: string }): Detail[] {
  if (query.q === undefined) return [];
  query.q = foldForSearch(query.q);
  // Every name contains the empty string; a search for it is a mistake rather than a request for the whole list.
  const message = 'q must contain at least one character other than a space.';
  return query.q === '' ? [{ field: 'q', code: 'too_short', message }] : [];
}

/** The rows whose name contains the text. A tenant has few staff and projects, so they are compared one by one. */
export const namedLike = <R extends { name: string }>(rows: R[], q: string): R[] =>
  rows.filter(({ name }) => foldForSearch(name).includes(q));
