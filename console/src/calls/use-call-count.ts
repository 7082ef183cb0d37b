import { useQuery } from '@tanstack/react-query';
import { readingOf } from '../api/readings.ts';
import type { Query } from '../api/request.ts';
import type { Page } from '../api/types.ts';
import { dayOf, daysAgo, timezone } from '../parts/values/days.ts';
import type { Mode } from '../paths.ts';
import type { CallItem } from './call.ts';

const lately = () => ({ from: daysAgo(29), to: dayOf(new Date()), timezone: timezone() });

/** How many calls of a mode there are, lately or in another period; undefined until it is known, 0 where it cannot be. */
export function useCallCount(mode: Mode, period: Query = lately()): number | undefined {
  const { data, isError } = useQuery(readingOf<Page<CallItem>>(mode, '/calls', { ...period, page: 1, per_page: 1 }));
  return isError ? 0 : data?.pagination.total;
}
