import type { FetchQueryOptions } from '@tanstack/react-query';
import type { Mode } from '../paths.ts';
import { everyPage, requestPage, withPage } from './every-page.ts';
import type { Asked, Item, ListPath, PathWith } from './operations.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

type Running = { signal: AbortSignal };

/** Reads a path. The answer is cached by mode, path and input. */
export const readingOf = <P extends PathWith<'GET'>>(mode: Mode, path: P, asked?: Asked<'GET', P>) => ({
  queryKey: ['api', mode, path, asked] as readonly unknown[],
  queryFn: ({ signal }: Running) => request('GET', path, asked, { mode, signal }),
});

/** Reads a page of a list. */
export const readingOfPage = <P extends ListPath>(mode: Mode, path: P, asked?: Asked<'GET', P>) => ({
  queryKey: ['api', mode, path, asked] as readonly unknown[],
  queryFn: ({ signal }: Running) => requestPage(path, asked, { mode, signal }),
});

/** Reads a page of a shorter list: see `usePages`. */
export const readingOfPlain = <P extends ListPath>(mode: Mode, path: P, page = 1, asked?: Asked<'GET', P>) =>
  readingOfPage(mode, path, withPage<P>(asked, page, 50));

/** Reads a whole list that is short in every tenant, such as its staff. */
export const readingOfAll = <P extends ListPath>(mode: Mode, path: P, asked?: Asked<'GET', P>) => ({
  queryKey: ['api', mode, path, asked, 'all'] as readonly unknown[],
  queryFn: async ({ signal }: Running) => {
    const all: Item<P>[] = [];
    for await (const { data } of everyPage(path, asked, { mode, signal })) all.push(...data);
    return all;
  },
});

/** Data that arrives within this time is part of the first rendering of a page; other data appears when it arrives. */
const patienceMs = 250;

/**
 * Requests the data of a page while its script is still loading. `next` is what the answers lead to, and worth a longer wait:
 * without it, the page would change its heading. The page itself shows refusals.
 */
export async function readAhead(readings: FetchQueryOptions[], next?: () => FetchQueryOptions[]): Promise<void> {
  const readAll = (all: FetchQueryOptions[]) => Promise.all(all.map((reading) => queryClient.prefetchQuery(reading)));
  const patience = new Promise((resolve) => setTimeout(resolve, next ? 4 * patienceMs : patienceMs));
  await Promise.race([readAll(readings).then(() => readAll(next?.() ?? [])), patience]);
}

/** Removes the answers that no page shows, so that nothing about a removed person stays in memory. */
export const forgetUnshown = () => queryClient.removeQueries({ queryKey: ['api'], type: 'inactive' });

/** The answer to a reading, if it is there. */
export const answerTo = <T>({ queryKey }: { queryKey: readonly unknown[]; queryFn: (running: never) => Promise<T> }) =>
  queryClient.getQueryData<T>(queryKey);
