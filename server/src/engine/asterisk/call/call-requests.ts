import { callName } from '../../../platform/call-ref.ts';
import type { EngineCall } from '../../engine.ts';
import { type Ari, AriRefusal } from '../ari/ari-http.ts';
import { bridgeName, greetingName, holdBridgeName } from '../ari/call-names.ts';
import type { Destination } from '../provisioning/endpoint.ts';
import type { Refusal } from './to-ending.ts';

// The requests to Asterisk for one call.

export type RequestOptions = {
  ari: Ari;
  /** The name under which Asterisk sends the events of its channels to this node. */
  app: string;
  /** The files into which Asterisk records a conversation, and a message. */
  rawFile: string;
  messageFile: string;
  /** If every node that knows of a leg dies, Asterisk hangs the leg up after this many seconds. */
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
  /** Asterisk gives the same answer when a phone is not registered and when Asterisk itself is shutting down. */
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
    /** Creates a channel without dialing it, or returns why that failed, in which case no phone rings. */
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

    /** Plays a ringing tone to the caller. If a node dies midway, the mark remains and the next node repeats all steps. */
    async takeCaller(channel: string): Promise<void> {
      // Without a subscription Asterisk sends no events of a channel that has left the application, not even its end.
      await ari.post(`/applications/${app}/subscription`, { eventSource: `channel:${channel}` });
      for (const [variable, value] of Object.entries(ownVariables)) await setVariable(channel, variable, value);
      await ari.post(`${pathOf(channel)}/ring`);
    },

    answer: (channel: string) => ari.post(`${pathOf(channel)}/answer`),

    /** Makes the dialplan return a channel that another node created to this node. */
    claim: (channel: string) => setVariable(channel, 'TRUNKLINE_APP', app),

    /** Sends a channel through the dialplan context that starts its recording, and back. */
    async record(channel: string): Promise<void> {
      await ari.post(`${pathOf(channel)}/continue`, { context: recordContext, extension: 's', priority: 1 });
    },

    /** Records the caller for at most this many seconds. Asterisk enforces the limit even if all nodes die. */
    async recordMessage(channel: string, longestSeconds: number): Promise<void> {
      await setVariable(channel, 'TIMEOUT(absolute)', String(longestSeconds));
      await setVariable(channel, 'TRUNKLINE_APP', app);
      await setVariable(channel, 'TRUNKLINE_RECORDING', messageFile);
      await this.record(channel);
    },

    sendSilence: (channel: string) => ari.post(`${pathOf(channel)}/silence`),

    /** Plays a greeting to the caller under this name, and stops the playback that another node started. */
    async greet(channel: string, playback: string, media: string): Promise<void> {
      const first = greetingName(call);
      if (playback !== first) await ari.remove(`/playbacks/${first}`);
      await ari.post(`${pathOf(channel)}/play/${playback}`, { media });
    },

    /** Asterisk forgets a playback once it has ended. */
    hasPlayed: async (playback: string) => !(await ifThere(ari.get(`/playbacks/${playback}`))),

    // Marks on the customer's channel, which show the next node how far the call has come.

    /** The number of staff groups that have been rung. */
    markRung: (channel: string, groups: number) => setVariable(channel, 'TRUNKLINE_RUNG', String(groups)),
    rungOf: async (channel: string) => Number((await variableOf(channel, 'TRUNKLINE_RUNG')) ?? 0),

    /** Plays an announcement to both parties, once per call. */
    async announce(customer: string, media: string): Promise<void> {
      if (await variableOf(customer, 'TRUNKLINE_ANNOUNCED')) return;
      await ari.post(`${bridge}/play`, { media });
      await setVariable(customer, 'TRUNKLINE_ANNOUNCED', '1');
    },

    makeBridge: () => ari.post(bridge, { type: 'mixing' }),

    /** Without connected-line updates, which would show the carrier the customer's number as the caller's. */
    async join(channels: string[]): Promise<void> {
      await ari.post(`${bridge}/addChannel`, { channel: channels.join(','), inhibitConnectedLineUpdates: true });
    },

    /**
     * Moves the customer to a separate bridge with music. The staff leg, alone in its bridge, gets silence, because some
     * carriers and phones hang up when no packets arrive. The hold bridge is created first: it shows another node that the
     * silence may have to be ended. It stays until the end of the call, because Asterisk 22 does not make a bridge again under a
     * name that was removed, and answers 409 as it does for a bridge that is there.
     */
    async hold(customer: string, staff: string): Promise<void> {
      await ari.post(holdBridge, { type: 'holding' }).catch((error) => {
        if (!(error instanceof AriRefusal && error.status === 409)) throw error;
      });
      await this.sendSilence(staff);
      await ari.post(`${holdBridge}/moh`);
      await ari.post(`${holdBridge}/addChannel`, { channel: customer, inhibitConnectedLineUpdates: true });
    },

    /** Music that cannot be stopped now plays in an empty bridge until the next hold, or the end of the call. */
    async endHold(staff: string, join: () => Promise<void>): Promise<void> {
      await ari.remove(`${pathOf(staff)}/silence`);
      await join();
      await ari.remove(`${holdBridge}/moh`).catch(() => undefined);
    },

    async removeBridges(names: ('talk' | 'hold')[]): Promise<void> {
      for (const name of names) await ari.remove(name === 'talk' ? bridge : holdBridge);
    },
    remove: (channel: string, reason: string) => ari.remove(pathOf(channel), { reason }),
  };
}

/** See `dialplan.conf`. */
export const recordContext = 'trunkline-record';
