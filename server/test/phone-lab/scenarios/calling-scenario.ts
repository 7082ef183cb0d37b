import { label, playTone, scenario, sendMessage, sessionDescription } from './answering-scenario.ts';

// How an inbound caller behaves, as a SIPp scenario.

export type ScriptedCaller = {
  from: string;
  /** The host in From, if it is not the source of the call. */
  fromHost?: string;
  to: string;
  /** Additional header lines of the INVITE. */
  headers?: string[];
  /** The port for received audio, if it is not SIPp's own, which plays a tone and ignores received audio. */
  mediaPort?: number;
  /** The request URI, if it is not that of `to`: with the parameters of the registered contact. */
  uri?: string;
  /** Gives up if the call is not answered after this many milliseconds. */
  patience: number;
  /** Hangs up after this many milliseconds of conversation. */
  talks: number;
};

export function callingScenario(caller: ScriptedCaller, tone: string): string {
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
    '[routes]',
  ];
  const answered = { uri: '[next_url]', to: '[last_To:]' };
  // SIPp applies the timeout of the next expected message, whether that is optional or not.
  const orGiveUp = `timeout="${patience}" ontimeout="giveUp"`;
  const refusals = [401, 404, 408, 480, 486, 503, 600, 603].map(
    (code) => `<recv response="${code}" optional="true" next="refused" ${orGiveUp}/>`,
  );
  const description = sessionDescription.replace('[rtpstream_audio_port]', (port) => `${mediaPort ?? port}`);
  return scenario([
    sendMessage([...request('INVITE', '1 INVITE', firstBranch), ...headers], description, { retransmitted: true }),
    '<recv response="100" optional="true"/>',
    `<recv response="180" optional="true" ${orGiveUp}/>`,
    `<recv response="183" optional="true" ${orGiveUp}/>`,
    ...refusals,
    `<recv response="200" rrs="true" ${orGiveUp}/>`,
    sendMessage(request('ACK', '1 ACK', '[branch]', answered)),
    ...(mediaPort === undefined ? [playTone(tone)] : []),
    `<recv request="BYE" timeout="${talks}" ontimeout="hangUp"/>`,
    sendMessage(
      ['SIP/2.0 200 OK', '[last_Via:]', '[last_From:]', '[last_To:]', '[last_Call-ID:]', '[last_CSeq:]'],
      '',
      {
        next: 'end',
      },
    ),

    label('hangUp'),
    sendMessage(request('BYE', '2 BYE', '[branch]', answered), '', { retransmitted: true }),
    '<recv response="200" next="end"/>',

    label('giveUp'),
    // RFC 3261, section 9.1: a CANCEL has the branch of the request that it cancels.
    sendMessage(request('CANCEL', '1 CANCEL', firstBranch), '', { retransmitted: true }),
    '<recv response="200"/>',
    '<recv response="487"/>',
    label('refused'),
    sendMessage(request('ACK', '1 ACK', firstBranch, { to: '[last_To:]' })),
    label('end'),
  ]);
}

const target = 'sip:[service]@[remote_ip]:[remote_port]';
