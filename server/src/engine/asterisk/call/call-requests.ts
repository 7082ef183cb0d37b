import type { EngineCall } from '../../engine.ts';
import { type Ari, AriRefusal } from '../ari/ari-http.ts';
import { bridgeName, callName } from '../ari/call-names.ts';
import type { Destination } from '../provisioning/endpoint.ts';
import type { Line } from './line.ts';
import type { Refusal } from './to-ending.ts';

// What is asked of Asterisk for one call.

export type RequestOptions = {
  ari: Ari;
  /** The name under which this node hears of its lines. */
  app: string;
  /** Where Asterisk is to write what is said in a talk, and in a message. */
  rawFile: string;
  messageFile: string;
  /** Should everybody who knows of a line die, Asterisk ends it after so many seconds. */
  longestLineSeconds: number;
};

export type CallRequests = ReturnType<typeof callRequests>;

export function callRequests(call: EngineCall, { ari, app, rawFile, messageFile, longestLineSeconds }: RequestOptions) {
  const bridge = `/bridges/${bridgeName(call)}`;
  const pathOf = ({ channel }: Line) => `/channels/${encodeURIComponent(channel)}`;
  const setVariable = (line: Line, variable: string, value: string) =>
    ari.post(`${pathOf(line)}/variable`, { variable, value });
  async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof AriRefusal && error.status === 404) return undefined;
      throw error;
    }
  }
  const variableOf = async (line: Line, variable: string) =>
    (await ifThere(ari.get<{ value: string }>(`${pathOf(line)}/variable`, { variable })))?.value;
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
  const ownVariables = { TRUNKLINE_CALL: callName(call), 'TIMEOUT(absolute)': String(longestLineSeconds) };

  return {
    /** A line that is not dialled yet; or why there is none, which means that nobody was dialled. */
    async create(line: Line, { endpoint, callerId }: Destination): Promise<'created' | Refusal> {
      const variables = {
        ...ownVariables,
        TRUNKLINE_APP: app,
        TRUNKLINE_RECORDING: rawFile,
        ...(callerId && { 'CONNECTEDLINE(num,i)': callerId, 'CONNECTEDLINE(pres,i)': 'allowed' }),
      };
      line.mayExist = true;
      try {
        await ari.post('/channels/create', { endpoint, app, channelId: line.channel }, { variables });
        return 'created';
      } catch (error) {
        if (!(error instanceof AriRefusal)) throw error;
        line.mayExist = false;
        if (error.status < 500) throw error;
        return whyRefused(endpoint);
      }
    },

    dial: (line: Line, ringSeconds: number) => ari.post(`${pathOf(line)}/dial`, { timeout: ringSeconds }),

    /** Lets a caller hear the ringing. A node that dies in the midst of it leaves the mark, and the next does all of it again. */
    async takeCaller(line: Line): Promise<void> {
      // Asterisk tells no more of a line that has left its application, not even its end, unless it was asked to.
      await ari.post(`/applications/${app}/subscription`, { eventSource: `channel:${line.channel}` });
      for (const [variable, value] of Object.entries(ownVariables)) await setVariable(line, variable, value);
      await ari.post(`${pathOf(line)}/ring`);
    },

    answer: (line: Line) => ari.post(`${pathOf(line)}/answer`),

    /** Has the dialplan give back to us a line that another node made. */
    claim: (line: Line) => setVariable(line, 'TRUNKLINE_APP', app),

    /** Sends a line through the dialplan, where its recording begins, and back. */
    async record(line: Line): Promise<void> {
      await ari.post(`${pathOf(line)}/continue`, { context: recordContext, extension: 's', priority: 1 });
    },

    /** Has what a caller says recorded for so many seconds; should everybody die, Asterisk ends it all the same. */
    async recordMessage(line: Line, longestSeconds: number): Promise<void> {
      await setVariable(line, 'TIMEOUT(absolute)', String(longestSeconds));
      await setVariable(line, 'TRUNKLINE_APP', app);
      await setVariable(line, 'TRUNKLINE_RECORDING', messageFile);
      await this.record(line);
    },

    /** Plays to a caller, and says under which name; what another node had begun to play is stopped. */
    async greet(line: Line, media: string, isAgain: boolean): Promise<string> {
      const first = `${callName(call)}.greeting`;
      const id = isAgain ? `${first}.${app}` : first;
      if (isAgain) await ari.remove(`/playbacks/${first}`);
      await ari.post(`${pathOf(line)}/play/${id}`, { media });
      return id;
    },

    /** Asterisk forgets what it has played. */
    hasPlayed: async (playback: string) => !(await ifThere(ari.get(`/playbacks/${playback}`))),

    // Marks on the customer's line, by which the next node knows how far a call was.

    /** So many groups of staff have been rung. */
    markRung: (line: Line, groups: number) => setVariable(line, 'TRUNKLINE_RUNG', String(groups)),
    rungOf: async (line: Line) => Number((await variableOf(line, 'TRUNKLINE_RUNG')) ?? 0),

    /** Tells both parties something, once in a call. */
    async announce(customer: Line, media: string): Promise<void> {
      if (await variableOf(customer, 'TRUNKLINE_ANNOUNCED')) return;
      await ari.post(`${bridge}/play`, { media });
      await setVariable(customer, 'TRUNKLINE_ANNOUNCED', '1');
    },

    makeBridge: () => ari.post(bridge, { type: 'mixing' }),

    /** Connected lines are not told of each other: the carrier would learn the customer's number as the caller's. */
    async join(channels: string[]): Promise<void> {
      await ari.post(`${bridge}/addChannel`, { channel: channels.join(','), inhibitConnectedLineUpdates: true });
    },

    removeBridge: () => ari.remove(bridge),
    remove: (line: Line, reason: string) => ari.remove(pathOf(line), { reason }),
  };
}

/** See `dialplan.conf`. */
export const recordContext = 'trunkline-record';
