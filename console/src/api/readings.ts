import type { FetchQueryOptions } from '@tanstack/react-query';
import type { Mode } from '../paths.ts';
import { everyPage } from './every-page.ts';
import { queryClient } from './query-client.ts';
import { type Query, request } from './request.ts';

type Asked = { signal: AbortSignal };

/** Reads a path. Its answer is kept by path, query and mode. */
export const readingOf = <T>(mode: Mode, path: string, query: Query = {}) => ({
  queryKey: ['api', mode, path, query] as readonly unknown[],
  queryFn: ({ signal }: Asked) => request<T>('GET', path, { query, mode, signal }),
});

/** Reads all of a list that is short in every tenant, such as its staff. */
export const readingOfAll = <T>(mode: Mode, path: string, query: Query = {}) => ({
  queryKey: ['api', mode, path, { ...query, all: true }] as readonly unknown[],
  queryFn: async ({ signal }: Asked) => {
    const all: T[] = [];
    for await (const { data } of everyPage<T>(path, { query, mode, signal })) all.push(...data);
    return all;
  },
});

/** What is there by then is part of the first picture of a page; everything else comes when it comes. */
const patienceMs = 250;

/** Asks for what a page is going to show while its script is still on its way. What is refused the page itself tells. */
export async function readAhead(readings: FetchQueryOptions[]): Promise<void> {
  const asked = readings.map((reading) => queryClient.prefetchQuery(reading));
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.all(asked), patience]);
}
