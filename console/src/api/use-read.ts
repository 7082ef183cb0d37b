import { type Query, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Mode } from '../paths.ts';
import { useMode } from './mode.ts';
import type { Answer, Asked, Asking, Item, ListPath, PathWith, PlainList } from './operations.ts';
import { readingOf, readingOfAll, readingOfPage, readingOfPlain } from './readings.ts';
import type { Page } from './types.ts';

type Options<T> = Pick<UseQueryOptions<T, Error, T>, 'enabled' | 'refetchInterval' | 'staleTime' | 'gcTime'>;
type Read<P extends PathWith<'GET'>, T = Answer<'GET', P>> = Asking<'GET', P, [options?: Options<T>]>;

/** Reads a path, and reads it again when `useWrite` says that its answer has changed. */
export function useOne<P extends PathWith<'GET'>>(path: P, ...[asked, options]: Read<P>) {
  const mode = useMode();
  return useQuery({ ...readingOf(mode, path, asked), ...options });
}

/** While the next answer loads, the previous one stays, but never one of the other mode. */
const keepBefore = (mode: Mode) => ({
  placeholderData: <T>(before: T | undefined, query: Query<T, Error, T> | undefined) =>
    query?.queryKey[1] === mode ? before : undefined,
});

/** Reads a path whose query changes on the page. */
export function useChanging<P extends PathWith<'GET'>>(path: P, ...[asked, options]: Read<P>) {
  const mode = useMode();
  return useQuery({ ...readingOf(mode, path, asked), ...keepBefore(mode), ...options });
}

/** A page of a list. */
export function usePage<P extends ListPath>(path: P, ...[asked, options]: Read<P, Page<Item<P>>>) {
  const mode = useMode();
  return useQuery({ ...readingOfPage(mode, path, asked), ...keepBefore(mode), ...options });
}

/** A page of a shorter list, with a function that changes the page. */
export function usePages<P extends PlainList>(path: P, options: Options<Page<Item<P>>> = {}, asked?: Asked<'GET', P>) {
  const [page, onPage] = useState(1);
  const mode = useMode();
  const list = useQuery({ ...readingOfPlain(mode, path, page, asked), ...keepBefore(mode), ...options });
  const last = list.data?.pagination.last_page ?? page;
  // The last page may have become empty by a removal.
  if (page > last) onPage(last);
  return { list, onPage };
}

/** A whole list that is short in every tenant, such as its staff. */
export function useAll<P extends ListPath>(path: P, ...[asked, options]: Read<P, Item<P>[]>) {
  const mode = useMode();
  return useQuery({ ...readingOfAll(mode, path, asked), ...keepBefore(mode), ...options });
}
