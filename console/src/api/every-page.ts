import type { Mode } from '../paths.ts';
import { type Query, request } from './request.ts';
import type { Page } from './types.ts';

type Wanted = { query?: Query; mode: Mode; signal?: AbortSignal };

/** A whole list, one page after the other; a page has 200 items at most. */
export async function* everyPage<T>(path: string, { query, ...wanted }: Wanted): AsyncGenerator<Page<T>> {
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await request<Page<T>>('GET', path, { ...wanted, query: { ...query, page, per_page: 200 } });
    yield answer;
    last = answer.pagination.last_page;
  }
}
