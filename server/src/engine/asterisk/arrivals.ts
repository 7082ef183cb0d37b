import type { Logger } from '../../platform/log.ts';
import type { TellEngineEvent } from '../engine.ts';
import type { Ari } from './ari-http.ts';
import { type AriChannel, type AriMessage, momentOf } from './ari-messages.ts';

// Callers between the moment they arrive and the moment somebody is called for them.

/** Somebody who calls in and is taken by nobody for so long is sent away. */
const receiveWithin = 10_000;

export function arrivalsOn(server: string, { ari, app, log, tell, trunk: ownTrunk }: ArrivalOptions) {
  const waiting = new Map<string, { channel: AriChannel; timer: NodeJS.Timeout }>();

  async function sendAway({ id }: AriChannel, reason: string): Promise<void> {
    await ari.remove(`/channels/${encodeURIComponent(id)}`, { reason });
  }

  function giveUp(channel: AriChannel): void {
    log.warn('somebody called, and nobody took the call');
    waiting.delete(channel.id);
    sendAway(channel, 'no_answer').catch((error) => log.warn({ err: error }, 'a caller could not be sent away'));
  }

  function settle(id: string): AriChannel | undefined {
    const one = waiting.get(id);
    clearTimeout(one?.timer);
    waiting.delete(id);
    return one?.channel;
  }

  /** The caller of that name, unless he is gone. */
  const take = (ref: string) => settle(ref.slice(server.length + 1));

  return {
    /** The first node has the caller; the others are refused, and that is all right. */
    claim({ id }: AriChannel): void {
      ari.post('/events/claim', { channelId: id, application: app }).catch((error) => {
        log.debug({ err: error }, 'a caller was taken by another node');
      });
    },

    arrive({ channel, args, timestamp }: Extract<AriMessage, { type: 'StasisStart' }>): void {
      waiting.set(channel.id, { channel, timer: setTimeout(giveUp, receiveWithin, channel) });
      const endpoint = endpointOf(channel);
      const [, number = '', toHeader = ''] = args.map(decoded);
      const to = { number, numberInTo: userOf(toHeader), trunk: endpoint === ownTrunk ? null : endpoint };
      tell({
        kind: 'arrived',
        ref: `${server}/${channel.id}`,
        from: channel.caller.number,
        to,
        at: momentOf(timestamp),
      });
    },

    take,
    /** As a network would that does not know the number. */
    async refuse(ref: string): Promise<void> {
      const channel = take(ref);
      if (channel) await sendAway(channel, 'unallocated');
    },
    settle,
    settleAll(): void {
      for (const id of waiting.keys()) settle(id);
    },
  };
}

/** The PJSIP endpoint that a line belongs to, from its name: `PJSIP/trunk-7-0000002a`. */
const endpointOf = ({ name }: AriChannel) => name.match(/^PJSIP\/(.+)-[\da-f]+$/)?.[1] ?? '';

/** As URIENCODE of the dialplan wrote it. What is no text in UTF-8 is no number either. */
function decoded(argument: string): string {
  try {
    return decodeURIComponent(argument);
  } catch {
    return '';
  }
}

/** Whom a To header names (RFC 3261, section 20.39): `"Sales" <sip:+81312345678;npdi@carrier.example>`. */
const userOf = (header: string) => header.match(/<?(?:sips?|tel):([^@;>]+)/i)?.[1] ?? '';

type ArrivalOptions = { ari: Ari; app: string; log: Logger; tell: TellEngineEvent; trunk: string };
