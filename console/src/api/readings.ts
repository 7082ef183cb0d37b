import type { FetchQueryOptions } from '@tanstack/react-query';
import type { Mode } from '../paths.ts';
import { everyPage, requestPage } from './every-page.ts';
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

/** Requests the data of a page while its script is still loading. The page itself shows refusals. */
export async function readAhead(readings: FetchQueryOptions[]): Promise<void> {
  const asked = readings.map((reading) => queryClient.prefetchQuery(reading));
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.all(asked), patience]);
}
