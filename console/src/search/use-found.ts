import { useQueries, useQuery } from '@tanstack/react-query';
import { useMode } from '../api/mode.ts';
import { ApiProblem } from '../api/problem.ts';
import { readingOf, readingOfPage } from '../api/readings.ts';
import { useTimezone } from '../api/session.ts';
import type { CallItem } from '../calls/call.ts';
import { last30Days } from '../parts/values/days.ts';
import { callsSoughtBy } from './sought-calls.ts';

/** As many of each kind are shown. */
const most = 5;

/** The customers and calls that a text finds, in the current mode. Nothing is asked for an empty text. */
export function useFound(text: string) {
  const mode = useMode();
  const { callId, filters = [] } = callsSoughtBy(text);
  const enabled = text !== '';
  const customers = useQuery({
    ...readingOfPage(mode, '/customers/search', { query: { q: text, per_page: most } }),
    enabled,
  });
  const call = useQuery({
    ...readingOf(mode, '/calls/{callId}', { params: { callId: callId ?? '' } }),
    enabled: callId !== undefined,
  });
  const period = last30Days(useTimezone());
  const calls = useQueries({
    queries: filters.map((filter) => ({
      ...readingOfPage(mode, '/calls', { query: { ...period, ...filter, per_page: most } }),
      enabled,
    })),
  });
  const all = [customers, call, ...calls];
  const listed: CallItem[] = [...(call.data ? [call.data.data] : []), ...calls.flatMap(({ data }) => data?.data ?? [])];
  return {
    isSearching: all.some(({ isLoading }) => isLoading),
    hasFailed: all.some(({ error }) => error && !isNoMatch(error)),
    customers: customers.data?.data ?? [],
    totalCustomers: customers.data?.pagination.total ?? 0,
    calls: listed.filter((one, at) => listed.findIndex(({ call_id }) => call_id === one.call_id) === at).slice(0, most),
  };
}

/** No call has the id, or the text is no phone number in this tenant. */
const isNoMatch = (error: Error) => error instanceof ApiProblem && [404, 422].includes(error.status);
