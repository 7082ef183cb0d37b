import { useEffect, useEffectEvent } from 'react';
import type { Page } from '../../api/types.ts';
import type { Reading } from '../page/states.tsx';

type List<T> = Reading<Page<T>> & { isPlaceholderData: boolean };

/**
 * Leaves a page after the last one for the last one: its address may be old, or its rows were removed. The list loads until
 * then, because an empty page is not an empty list. The page stays the same one with all that is typed in it, so `onPage` asks
 * no question about unsaved edits.
 */
export function useExistingPage<T>(list: List<T>, onPage: (last: number) => void): Reading<Page<T>> {
  const { data, error, refetch, isFetching, isPlaceholderData } = list;
  const { current_page: page = 1, last_page: last = 1 } = data?.pagination ?? {};
  const isPast = page > last;
  const leave = useEffectEvent(onPage);
  useEffect(() => {
    // The rows that stay while another page loads may be of other filters.
    if (isPast && !isPlaceholderData) leave(last);
  }, [isPast, isPlaceholderData, last]);
  return { data: isPast ? undefined : data, error, refetch, isFetching };
}
