import type { Mode } from '../paths.ts';
import type { Asked, Item, ListPath } from './operations.ts';
import { request } from './request.ts';
import type { Page } from './types.ts';

type Terms = { mode: Mode; signal?: AbortSignal };

/** A whole list, one page after the other; a page has 200 items at most. */
export async function* everyPage<P extends ListPath>(
  path: P,
  asked: Asked<'GET', P> | undefined,
  terms: Terms,
): AsyncGenerator<Page<Item<P>>> {
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await requestPage(path, withPage(asked, page, 200), terms);
    yield answer;
    last = answer.pagination.last_page;
  }
}

// Types that TypeScript cannot derive for a list in general: its answer, and that it takes `page` and `per_page`.

export const requestPage = <P extends ListPath>(path: P, asked: Asked<'GET', P> | undefined, terms: Terms) =>
  request('GET', path, asked, terms) as Promise<Page<Item<P>>>;

export function withPage<P extends ListPath>(
  asked: Asked<'GET', P> | undefined,
  page: number,
  per_page: number,
): Asked<'GET', P> {
  const paged: object = { ...asked, query: { ...asked?.query, page, per_page } };
  return paged as Asked<'GET', P>;
}
