import type { QueryClient } from '@tanstack/react-query';
import { chosenMode } from './mode.tsx';
import { type Mode, type Query, request } from './request.ts';

/** An answer is kept by path, query and mode. */
export const readingOf = <T>(mode: Mode, path: string, query: Query = {}) => ({
  queryKey: ['api', mode, path, query] as readonly unknown[],
  queryFn: ({ signal }: { signal: AbortSignal }) => request<T>('GET', path, { query, mode, signal }),
});

/** What is there by then is shown at once; everything else when it comes. */
const patienceMs = 250;

/** Asks for what a page is going to show while its script is still on its way. What is refused is told by the page itself. */
export async function readAhead(client: QueryClient, reads: [path: string, query?: Query][]): Promise<void> {
  const asked = reads.map(([path, query]) => client.prefetchQuery(readingOf(chosenMode(), path, query)));
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([Promise.all(asked), patience]);
}
