import { type AriMessage, momentOf } from '../ari/ari-messages.ts';
import type { FlowNews } from './flow-state.ts';

/** Translates a message of Asterisk that arrived at `receivedAt`, by the clock of `performance.now`, into news about a leg. */
export function toNews(message: AriMessage, receivedAt: number): FlowNews | undefined {
  const at = momentOf(message.timestamp);
  switch (message.type) {
    case 'StasisStart': {
      const via = message.args[0] === 'recording' ? 'recording' : 'creation';
      return { kind: 'entered', channel: message.channel.id, via, receivedAt };
    }
    case 'Dial': {
      const kind = kinds[message.dialstatus];
      return kind && { kind, channel: message.peer.id, at };
    }
    case 'ChannelHangupRequest':
      // A soft hangup comes from us, or from Asterisk itself.
      return message.soft ? undefined : { kind: 'hung up', channel: message.channel.id };
    case 'ChannelDestroyed': {
      const { channel, cause, tech_cause: sipCode } = message;
      return { kind: 'gone', channel: channel.id, gone: { at, cause, ...(sipCode && { sipCode }) } };
    }
    case 'PlaybackFinished': {
      const { id, target_uri, state } = message.playback;
      const isFailed = state === 'failed';
      if (target_uri.startsWith('channel:')) return { kind: 'played', playback: id, isFailed };
      return isFailed ? { kind: 'announcement failed' } : undefined;
    }
    default:
      return undefined;
  }
}

/** Many carriers play the ringing tone (183) and never send 180. */
const kinds: Record<string, 'ringing' | 'answered'> = { RINGING: 'ringing', PROGRESS: 'ringing', ANSWER: 'answered' };
