import { type CallRef, callName } from '../../../platform/call-ref.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Refusal, ReportEngineEvent } from '../../engine.ts';
import type { Ari } from '../ari/ari-http.ts';
import { type AriChannel, type AriMessage, momentOf } from '../ari/ari-messages.ts';

// Inbound callers between their arrival and the start of their call.

/** A caller whose call no node has received within this time (ms) is rejected. */
const receiveWithin = 10_000;
/** The dialplan offers a caller to all nodes for this long (ms): see `dialplan.conf`. */
const offeredFor = 1_000;
/** A stopping node waits for this long (ms) until the calls of its callers are committed. */
const closeWithin = 1_000;

export function arrivalsOn(server: string, { ari, app, log, report, trunk: ownTrunk }: ArrivalOptions) {
  const callers = new Map<string, { channel: AriChannel; number: string; timer: NodeJS.Timeout }>();
  /** Callers that this node has claimed and may be given. */
  const claimed = new Set<string>();
  let isClosed = false;
  /** Resolved when no caller is waiting or claimed and no more will come. */
  const emptied = Promise.withResolvers<void>();

  const pathOf = (id: string) => `/channels/${encodeURIComponent(id)}`;
  const idOf = (ref: string) => ref.slice(server.length + 1);

  async function sendAway({ id }: AriChannel, reason: string): Promise<void> {
    await ari.remove(pathOf(id), { reason });
  }

  function giveUp(channel: AriChannel): void {
    log('inbound.not_received');
    settle(channel.id);
    sendAway(channel, 'no_answer').catch((error) => log('inbound.reject_failed', { err: error }));
  }

  /** Makes the dialplan offer the caller to the remaining nodes again. */
  async function sendBack({ id }: AriChannel, number: string): Promise<void> {
    settle(id);
    await ari
      .post(`${pathOf(id)}/continue`, { context: 'trunkline-inbound', extension: number, priority: 1 })
      .catch((error) => log('inbound.handover_failed', { err: error }));
  }

  function forgetClaim(id: string): void {
    claimed.delete(id);
    resolveIfEmpty();
  }

  function resolveIfEmpty(): void {
    if (isClosed && claimed.size + callers.size === 0) emptied.resolve();
  }

  function settle(id: string): AriChannel | undefined {
    const one = callers.get(id);
    clearTimeout(one?.timer);
    callers.delete(id);
    forgetClaim(id);
    return one?.channel;
  }

  /** Removes the caller with this reference and returns the channel, or undefined if the caller has gone. */
  const take = (ref: string) => settle(idOf(ref));

  return {
    /** Asterisk gives the caller to the first node that claims it and refuses the others, which is expected. */
    claim({ id }: AriChannel): void {
      if (isClosed) return;
      claimed.add(id);
      setTimeout(forgetClaim, offeredFor, id).unref();
      ari.post('/events/claim', { channelId: id, application: app }).catch((error) => {
        forgetClaim(id);
        log('inbound.claimed_elsewhere', { err: error });
      });
    },

    arrive({ channel, args, timestamp }: Extract<AriMessage, { type: 'StasisStart' }>): void {
      const [, number = '', toHeader = '', caller] = args.map(decoded);
      // An older dialplan ignores the Privacy header, so the channel's number may be one that the caller withholds.
      if (caller === undefined) log('dialplan.outdated');
      forgetClaim(channel.id);
      if (isClosed) {
        void sendBack(channel, number); // It logs its own failure.
        return;
      }
      callers.set(channel.id, { channel, number, timer: setTimeout(giveUp, receiveWithin, channel) });
      const endpoint = endpointOf(channel);
      const to = { number, numberInTo: userOf(toHeader), trunk: endpoint === ownTrunk ? null : endpoint };
      report({
        kind: 'arrived',
        ref: `${server}/${channel.id}`,
        from: caller?.replace('caller=', '') ?? 'anonymous',
        to,
        at: momentOf(timestamp),
      });
    },

    take,
    /** Rejects the call the way a network does that does not know the number, or a phone that declines. */
    async refuse(ref: string, why: Refusal): Promise<void> {
      const channel = take(ref);
      if (channel) await sendAway(channel, why === 'anonymous' ? 'rejected' : 'unallocated');
    },
    settle,
    settleAll(): void {
      for (const id of callers.keys()) settle(id);
    },

    /** Accepts no more callers, and leaves those that are still waiting after a grace period to other nodes. */
    async close(): Promise<void> {
      isClosed = true;
      resolveIfEmpty();
      const timer = setTimeout(emptied.resolve, closeWithin);
      await emptied.promise;
      clearTimeout(timer);
      await Promise.all([...callers.values()].map(({ channel, number }) => sendBack(channel, number)));
    },

    /** A call was committed after its caller was sent back to the dialplan. The caller's next node finds it by the mark. */
    async mark(ref: string, call: CallRef): Promise<void> {
      const mark = { variable: 'TRUNKLINE_CALL', value: callName(call) };
      await ari
        .post(`${pathOf(idOf(ref))}/variable`, mark)
        .catch((error) => log('inbound.handover_failed', { err: error }));
    },
    isClosed: () => isClosed,
  };
}

/** The PJSIP endpoint of a channel, from the channel's name: `PJSIP/trunk-7-0000002a`. */
const endpointOf = ({ name }: AriChannel) => name.match(/^PJSIP\/(.+)-[\da-f]+$/)?.[1] ?? '';

/** Decodes what URIENCODE in the dialplan encoded. A text that is not valid UTF-8 is not a number either. */
function decoded(argument: string): string {
  try {
    return decodeURIComponent(argument);
  } catch {
    return '';
  }
}

/** The user part of a To header (RFC 3261, section 20.39): `"Sales" <sip:+81312345678;npdi@carrier.example>`. */
const userOf = (header: string) => header.match(/<?(?:sips?|tel):([^@;>]+)/i)?.[1] ?? '';

type ArrivalOptions = { ari: Ari; app: string; log: Logger; report: ReportEngineEvent; trunk: string };
