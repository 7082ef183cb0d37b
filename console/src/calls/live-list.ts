import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useMode } from '../api/mode.ts';
import type { Page } from '../api/types.ts';
import type { CallItem, StreamedEvent } from './call.ts';
import { useCallEvents } from './use-call-events.ts';

const readAgainAfterMs = 600;

/** Keeps the lists of calls up to date: a changed call updates its row at once, and a new call triggers another read. */
export function useLiveList(): 'on' | 'off' {
  const mode = useMode();
  const client = useQueryClient();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const listKey = ['api', mode, '/calls'];
  /** Many calls at once must not cause as many requests. */
  const readAgain = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      for (const path of ['/calls', '/call-signs']) void client.invalidateQueries({ queryKey: ['api', mode, path] });
    }, readAgainAfterMs);
  };
  return useCallEvents(({ data: changed }: StreamedEvent) => {
    client.setQueriesData<Page<CallItem>>({ queryKey: listKey }, (page) => page && withChange(page, changed));
    readAgain();
  }, readAgain);
}

/** Events arrive in any order, and an ended call never changes. */
function withChange(page: Page<CallItem>, changed: CallItem): Page<CallItem> {
  const data = page.data.map((call) =>
    call.call_id === changed.call_id && !call.ended_at ? { ...call, ...itemOf(changed) } : call,
  );
  return { ...page, data };
}

function itemOf({ status, staff_id, started_at, ended_at, duration_seconds }: CallItem) {
  return { status, staff_id, started_at, ended_at, duration_seconds };
}
