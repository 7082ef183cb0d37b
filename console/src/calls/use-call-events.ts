import { useEffect, useEffectEvent, useState } from 'react';
import { useMode } from '../api/mode.tsx';
import { pathOf } from '../api/request.ts';
import type { StreamedEvent } from './call.ts';

const types = ['initiated', 'ringing', 'connected', 'completed', 'missed', 'analyzed'].map((kind) => `call.${kind}`);

/**
 * Tells of calls as they change. The browser connects again by itself after an interruption, and is then told what it
 * missed; what the server refuses (too many streams, no licence) it does not try again, and the answer is `off`.
 */
export function useCallEvents(onEvent: (event: StreamedEvent) => void): 'on' | 'off' {
  const { mode } = useMode();
  const [state, setState] = useState<'on' | 'off'>('off');
  const tell = useEffectEvent(onEvent);
  useEffect(() => {
    const stream = new EventSource(pathOf('/events/stream', { mode, types: types.join(',') }));
    stream.onopen = () => setState('on');
    stream.onerror = () => setState('off');
    stream.onmessage = ({ data }) => tell(JSON.parse(data));
    return () => stream.close();
  }, [mode]);
  return state;
}
