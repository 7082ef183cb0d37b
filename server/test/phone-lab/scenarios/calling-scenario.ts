import { label, play, scenario, send, sessionDescription } from './answering-scenario.ts';

// How somebody behaves who calls in, as SIPp wants to have it.

export type Caller = {
  from: string;
  /** The host in From, where that is not where the call comes from. */
  fromHost?: string;
  to: string;
  /** More lines of the INVITE. */
  headers?: string[];
  /** Where what it hears is sent, where that is not SIPp, which plays a tone and does not listen. */
  mediaPort?: number;
  /** What is asked for, where that is not `to`: with the parameters of the contact that was registered. */
  uri?: string;
  /** Gives up when nobody has answered after so many milliseconds. */
  patience: number;
  /** Hangs up after so many milliseconds of talk. */
  talks: number;
};

export function callingScenario(caller: Caller, tone: string): string {
  const { from, fromHost = '[local_ip]:[local_port]', headers = [], mediaPort } = caller;
  const { patience, talks, uri: asked = target } = caller;
  const firstBranch = 'z9hG4bKlab[pid]x[call_number]';
  const request = (method: string, cseq: string, branch: string, { uri = asked, to = `To: <${target}>` } = {}) => [
    `${method} ${uri} SIP/2.0`,
    `Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=${branch}`,
    `From: <sip:${from}@${fromHost}>;tag=[pid]lab[call_number]`,
    to,
    'Call-ID: [call_id]',
    `CSeq: ${cseq}`,
    `Contact: <sip:${from}@[local_ip]:[local_port]>`,
    'Max-Forwards: 70',
  ];
  const answered = { uri: '[next_url]', to: '[last_To:]' };
  // SIPp heeds the timeout of what it expects next, be that optional or not.
  const orGiveUp = `timeout="${patience}" ontimeout="giveUp"`;
  const refusals = [401, 404, 408, 480, 486, 503, 600, 603].map(
    (code) => `<recv response="${code}" optional="true" next="refused" ${orGiveUp}/>`,
  );
  const description = sessionDescription.replace('[rtpstream_audio_port]', (port) => `${mediaPort ?? port}`);
  return scenario([
    send([...request('INVITE', '1 INVITE', firstBranch), ...headers], description, { retransmitted: true }),
    '<recv response="100" optional="true"/>',
    `<recv response="180" optional="true" ${orGiveUp}/>`,
    `<recv response="183" optional="true" ${orGiveUp}/>`,
    ...refusals,
    `<recv response="200" rrs="true" ${orGiveUp}/>`,
    send(request('ACK', '1 ACK', '[branch]', answered)),
    ...(mediaPort === undefined ? [play(tone)] : []),
    `<recv request="BYE" timeout="${talks}" ontimeout="hangUp"/>`,
    send(['SIP/2.0 200 OK', '[last_Via:]', '[last_From:]', '[last_To:]', '[last_Call-ID:]', '[last_CSeq:]'], '', {
      next: 'end',
    }),

    label('hangUp'),
    send(request('BYE', '2 BYE', '[branch]', answered), '', { retransmitted: true }),
    '<recv response="200" next="end"/>',

    label('giveUp'),
    // RFC 3261, section 9.1: a CANCEL has the branch of the request that it cancels.
    send(request('CANCEL', '1 CANCEL', firstBranch), '', { retransmitted: true }),
    '<recv response="200"/>',
    '<recv response="487"/>',
    label('refused'),
    send(request('ACK', '1 ACK', firstBranch, { to: '[last_To:]' })),
    label('end'),
  ]);
}

const target = 'sip:[service]@[remote_ip]:[remote_port]';
