import { callName } from '../../../platform/call-ref.ts';
import type { EngineCall } from '../../engine.ts';
import { type Ari, AriRefusal } from '../ari/ari-http.ts';
import { bridgeName, greetingName, holdBridgeName } from '../ari/call-names.ts';
import type { Destination } from '../provisioning/endpoint.ts';
import type { Refusal } from './to-ending.ts';

// What is asked of Asterisk for one call.

export type RequestOptions = {
  ari: Ari;
  /** The name under which Asterisk sends the events of its channels to this node. */
  app: string;
  /** Where Asterisk is to write what is said in a talk, and in a message. */
  rawFile: string;
  messageFile: string;
  /** If every node that knows of a leg dies, Asterisk ends it after so many seconds. */
  longestLegSeconds: number;
};

export type CallRequests = ReturnType<typeof callRequests>;

export function callRequests(call: EngineCall, { ari, app, rawFile, messageFile, longestLegSeconds }: RequestOptions) {
  const bridge = `/bridges/${bridgeName(call)}`;
  const holdBridge = `/bridges/${holdBridgeName(call)}`;
  const pathOf = (channel: string) => `/channels/${encodeURIComponent(channel)}`;
  const setVariable = (channel: string, variable: string, value: string) =>
    ari.post(`${pathOf(channel)}/variable`, { variable, value });
  async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof AriRefusal && error.status === 404) return undefined;
      throw error;
    }
  }
  const variableOf = async (channel: string, variable: string) =>
    (await ifThere(ari.get<{ value: string }>(`${pathOf(channel)}/variable`, { variable })))?.value;
  /** Asterisk gives one and the same answer when a phone is not registered and when it is being stopped. */
  async function whyRefused(endpoint: string): Promise<Refusal> {
    const name = endpoint.replace(/^PJSIP\/(.*@)?/, '');
    try {
      const found = await ifThere(ari.get<{ state: string }>(`/endpoints/PJSIP/${encodeURIComponent(name)}`));
      return found?.state === 'online' ? 'server' : 'absent';
    } catch {
      return 'server';
    }
  }
  const ownVariables = { TRUNKLINE_CALL: callName(call), 'TIMEOUT(absolute)': String(longestLegSeconds) };

  return {
    /** Creates a channel and does not dial yet; or says why there is none, which means that no phone rings. */
    async create(channel: string, { endpoint, callerId }: Destination): Promise<'created' | Refusal> {
      const variables = {
        ...ownVariables,
        TRUNKLINE_APP: app,
        TRUNKLINE_RECORDING: rawFile,
        ...(callerId && { 'CONNECTEDLINE(num,i)': callerId, 'CONNECTEDLINE(pres,i)': 'allowed' }),
      };
      try {
        await ari.post('/channels/create', { endpoint, app, channelId: channel }, { variables });
        return 'created';
      } catch (error) {
        if (error instanceof AriRefusal && error.status >= 500) return whyRefused(endpoint);
        throw error;
      }
    },

    dial: (channel: string, ringSeconds: number) => ari.post(`${pathOf(channel)}/dial`, { timeout: ringSeconds }),

    /** Lets a caller hear the ringing. A node that dies in the midst of it leaves the mark, and the next does all of it again. */
    async takeCaller(channel: string): Promise<void> {
      // Asterisk sends no events of a channel that has left the application, not even its end, without a subscription.
      await ari.post(`/applications/${app}/subscription`, { eventSource: `channel:${channel}` });
      for (const [variable, value] of Object.entries(ownVariables)) await setVariable(channel, variable, value);
      await ari.post(`${pathOf(channel)}/ring`);
    },

    answer: (channel: string) => ari.post(`${pathOf(channel)}/answer`),

    /** Has the dialplan return a channel that another node created to this one. */
    claim: (channel: string) => setVariable(channel, 'TRUNKLINE_APP', app),

    /** Sends a channel through the dialplan, where its recording begins, and back. */
    async record(channel: string): Promise<void> {
      await ari.post(`${pathOf(channel)}/continue`, { context: recordContext, extension: 's', priority: 1 });
    },

    /** Has what a caller says recorded for so many seconds; should everybody die, Asterisk ends it all the same. */
    async recordMessage(channel: string, longestSeconds: number): Promise<void> {
      await setVariable(channel, 'TIMEOUT(absolute)', String(longestSeconds));
      await setVariable(channel, 'TRUNKLINE_APP', app);
      await setVariable(channel, 'TRUNKLINE_RECORDING', messageFile);
      await this.record(channel);
    },

    /** Plays to a caller under this name; what another node had begun to play is stopped. */
    async greet(channel: string, playback: string, media: string): Promise<void> {
      const first = greetingName(call);
      if (playback !== first) await ari.remove(`/playbacks/${first}`);
      await ari.post(`${pathOf(channel)}/play/${playback}`, { media });
    },

    /** Asterisk forgets what it has played. */
    hasPlayed: async (playback: string) => !(await ifThere(ari.get(`/playbacks/${playback}`))),

    // Marks on the customer's channel, by which the next node knows how far a call was.

    /** So many groups of staff have been rung. */
    markRung: (channel: string, groups: number) => setVariable(channel, 'TRUNKLINE_RUNG', String(groups)),
    rungOf: async (channel: string) => Number((await variableOf(channel, 'TRUNKLINE_RUNG')) ?? 0),

    /** Tells both parties something, once in a call. */
    async announce(customer: string, media: string): Promise<void> {
      if (await variableOf(customer, 'TRUNKLINE_ANNOUNCED')) return;
      await ari.post(`${bridge}/play`, { media });
      await setVariable(customer, 'TRUNKLINE_ANNOUNCED', '1');
    },

    makeBridge: () => ari.post(bridge, { type: 'mixing' }),

    /** No connected-line updates: the carrier would learn the customer's number as the caller's. */
    async join(channels: string[]): Promise<void> {
      await ari.post(`${bridge}/addChannel`, { channel: channels.join(','), inhibitConnectedLineUpdates: true });
    },

    /**
     * Moves the customer to a bridge of its own with music. The staff leg, alone in its bridge, gets silence: without packets
     * some carriers and phones hang up. The bridge comes first, as the mark by which another node knows that the silence may have
     * to be ended.
     */
    async hold(customer: string, staff: string): Promise<void> {
      await ari.post(holdBridge, { type: 'holding' });
      await ari.post(`${pathOf(staff)}/silence`);
      await ari.post(`${holdBridge}/moh`);
      await ari.post(`${holdBridge}/addChannel`, { channel: customer, inhibitConnectedLineUpdates: true });
    },

    /** A bridge that cannot be removed now is removed at the end of the call. */
    async endHold(staff: string, join: () => Promise<void>): Promise<void> {
      await ari.remove(`${pathOf(staff)}/silence`);
      await join();
      await ari.remove(holdBridge).catch(() => undefined);
    },

    async removeBridges(names: ('talk' | 'hold')[]): Promise<void> {
      for (const name of names) await ari.remove(name === 'talk' ? bridge : holdBridge);
    },
    remove: (channel: string, reason: string) => ari.remove(pathOf(channel), { reason }),
  };
}

/** See `dialplan.conf`. */
export const recordContext = 'trunkline-record';
