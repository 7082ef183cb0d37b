import { useQuery } from '@tanstack/react-query';
import { readingOfPage } from '../api/readings.ts';
import { dayOf, daysAgo, timezone } from '../parts/values/days.ts';
import type { Mode } from '../paths.ts';

const lately = () => ({ from: daysAgo(29), to: dayOf(new Date()), timezone: timezone() });

/** The number of calls of a mode, by default in the last 30 days; undefined until it is known, 0 if it cannot be read. */
export function useCallCount(mode: Mode, period = lately()): number | undefined {
  const { data, isError } = useQuery(readingOfPage(mode, '/calls', { query: { ...period, page: 1, per_page: 1 } }));
  return isError ? 0 : data?.pagination.total;
}
