import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMode } from '../api/mode.ts';
import { readingOf } from '../api/readings.ts';
import type { CallItem, CallSigns } from './call.ts';

/**
 * What the rows of a list lack, by call. It is read beside the list, which is drawn before it arrives; undefined until then. Rows
 * that stay keep theirs while it is read again.
 */
export function useCallSigns(calls: CallItem[], refetchInterval: number | false): Map<string, CallSigns> | undefined {
  const mode = useMode();
  const call_ids = calls.map(({ call_id }) => call_id).join(',');
  const { data } = useQuery({
    ...readingOf(mode, '/call-signs', { query: { call_ids } }),
    placeholderData: (before) => before,
    enabled: calls.length > 0,
    refetchInterval,
  });
  return useMemo(() => data && new Map(data.data.map((signs) => [signs.call_id, signs])), [data]);
}
