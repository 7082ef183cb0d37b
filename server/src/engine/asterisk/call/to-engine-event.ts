import type { EngineEvent } from '../../engine.ts';
import { type AriMessage, momentOf } from '../ari/ari-messages.ts';
import { readChannelName } from '../ari/call-names.ts';

/** What a message of Asterisk means for a call by itself: that a telephone rings, or was answered. */
export function toEngineEvent(message: AriMessage): Extract<EngineEvent, { kind: 'ringing' | 'answered' }> | undefined {
  if (message.type !== 'Dial') return undefined;
  const kind = kinds[message.dialstatus];
  const named = readChannelName(message.peer.id);
  if (!kind || !named) return undefined;
  const { call, ...party } = named;
  return { ...call, kind, ...party, at: momentOf(message.timestamp) };
}

/** Many carriers let the caller hear the ringing (183) and never say that it rings (180). */
const kinds: Record<string, 'ringing' | 'answered'> = { RINGING: 'ringing', PROGRESS: 'ringing', ANSWER: 'answered' };
