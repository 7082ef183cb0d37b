import { useEffect, useEffectEvent, useState } from 'react';
import { askNow, useConnection } from '../api/connection.ts';
import { useMode } from '../api/mode.ts';
import { pathOf } from '../api/request.ts';
import { useIsSessionOver } from '../api/session.ts';
import type { StreamedEvent } from './call.ts';

const types = ['initiated', 'ringing', 'connected', 'held', 'resumed', 'completed', 'missed', 'analyzed'].map(
  (kind) => `call.${kind}`,
);

/**
 * Tells of calls as they change. The browser connects again by itself after an interruption, and is then told what it
 * missed; what the server refuses (too many streams, no licence) it does not try again, and the answer is `off`.
 */
export function useCallEvents(onEvent: (event: StreamedEvent) => void): 'on' | 'off' {
  const mode = useMode();
  const { returns } = useConnection();
  const isOver = useIsSessionOver();
  const [state, setState] = useState<'on' | 'off'>('off');
  const tell = useEffectEvent(onEvent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: A loss may have closed it for good, by the answer of a proxy.
  useEffect(() => {
    if (isOver) return;
    const stream = new EventSource(pathOf('/events/stream', { query: { mode, types: types.join(',') } }));
    stream.onopen = () => setState('on');
    stream.onerror = () => {
      setState('off');
      void askNow();
    };
    stream.onmessage = ({ data }) => tell(JSON.parse(data));
    return () => stream.close();
  }, [mode, returns, isOver]);
  return state;
}
