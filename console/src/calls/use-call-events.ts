import { useEffect, useEffectEvent, useState } from 'react';
import { askNow, useConnection } from '../api/connection.ts';
import { useMode } from '../api/mode.ts';
import { pathOf } from '../api/request.ts';
import { useIsSessionOver } from '../api/session.ts';
import type { StreamedEvent } from './call.ts';

const types = [
  ...['initiated', 'ringing', 'connected', 'held', 'resumed', 'completed', 'missed', 'analyzed', 'updated'],
].map((kind) => `call.${kind}`);

/**
 * Passes on the events of calls. The stream begins with new events, so `onOpen` is the moment to read again. After an interruption
 * the browser reconnects by itself and receives the events that it missed. If the server refuses the stream (too many streams, no
 * license), the browser does not retry, and the answer is `off`.
 */
export function useCallEvents(onEvent: (event: StreamedEvent) => void, onOpen: () => void): 'on' | 'off' {
  const mode = useMode();
  const { returns } = useConnection();
  const isOver = useIsSessionOver();
  const [state, setState] = useState<'on' | 'off'>('off');
  const notify = useEffectEvent(onEvent);
  const notifyOpen = useEffectEvent(onOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: A loss may have closed it for good, by the answer of a proxy.
  useEffect(() => {
    if (isOver) return;
    const stream = new EventSource(pathOf('/events/stream', { query: { mode, types: types.join(',') } }));
    stream.onopen = () => {
      setState('on');
      notifyOpen();
    };
    stream.onerror = () => {
      setState('off');
      void askNow();
    };
    stream.onmessage = ({ data }) => notify(JSON.parse(data));
    return () => stream.close();
  }, [mode, returns, isOver]);
  return state;
}
