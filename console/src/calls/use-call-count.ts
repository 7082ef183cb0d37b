import { useQuery } from '@tanstack/react-query';
import { readingOfPage } from '../api/readings.ts';
import { useTimezone } from '../api/session.ts';
import { last30Days } from '../parts/values/days.ts';
import type { Mode } from '../paths.ts';

type Period = ReturnType<typeof last30Days>;

/** The number of calls of a mode, by default in the last 30 days; undefined until it is known, 0 if it cannot be read. */
export function useCallCount(mode: Mode, period?: Period): number | undefined {
  const zone = useTimezone();
  const query = { ...(period ?? last30Days(zone)), page: 1, per_page: 1 };
  const { data, isError } = useQuery(readingOfPage(mode, '/calls', { query }));
  return isError ? 0 : data?.pagination.total;
}
