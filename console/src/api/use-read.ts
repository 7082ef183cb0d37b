import { type Query as Kept, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Mode } from '../paths.ts';
import { useMode } from './mode.ts';
import { readingOf, readingOfAll } from './readings.ts';
import type { Query } from './request.ts';
import type { One, Page } from './types.ts';

type Options<T> = Pick<UseQueryOptions<T, Error, T>, 'enabled' | 'refetchInterval' | 'staleTime'>;

/** Reads a path, and reads it again when `useWrite` says that its answer has changed. */
function useRead<T>(path: string, query: Query = {}, options: Options<T> = {}) {
  const mode = useMode();
  return useQuery({ ...readingOf<T>(mode, path, query), ...options });
}

export const useOne = <T>(path: string, query?: Query, options?: Options<One<T>>) =>
  useRead<One<T>>(path, query, options);

/** While another page of a list is on its way the one before it stays, but never one of the other mode. */
const keepBefore = (mode: Mode) => ({
  placeholderData: <T>(before: T | undefined, query: Kept<T, Error, T> | undefined) =>
    query?.queryKey[1] === mode ? before : undefined,
});

/** A page of a list. */
export function usePage<T>(path: string, query: Query = {}, options: Options<Page<T>> = {}) {
  const mode = useMode();
  return useQuery({ ...readingOf<Page<T>>(mode, path, query), ...keepBefore(mode), ...options });
}

/** A page of a list that is not long, with a way to the others. */
export function usePages<T>(path: string, options?: Options<Page<T>>) {
  const [page, onPage] = useState(1);
  const list = usePage<T>(path, { page, per_page: 50 }, options);
  const last = list.data?.pagination.last_page ?? page;
  // What was removed may have been all that the last page had.
  if (page > last) onPage(last);
  return { list, onPage };
}

/** All of a list that is short in every tenant, such as its staff. */
export function useAll<T>(path: string, query: Query = {}, options: Options<T[]> = {}) {
  const mode = useMode();
  return useQuery({ ...readingOfAll<T>(mode, path, query), ...keepBefore(mode), ...options });
}
