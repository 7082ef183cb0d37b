// How a far end (the carrier's side, or a staff member's phone) behaves when it is called, as a SIPp scenario. The last three
// digits of the dialed user choose; all others ring, answer and talk until the other side hangs up.

const refusals = {
  '403': 'Forbidden',
  '404': 'Not Found',
  '407': 'Proxy Authentication Required',
  '408': 'Request Timeout',
  '410': 'Gone',
  '480': 'Temporarily Unavailable',
  '484': 'Address Incomplete',
  '486': 'Busy Here',
  '500': 'Server Internal Error',
  '503': 'Service Unavailable',
  '600': 'Busy Everywhere',
  '603': 'Decline',
  '604': 'Does Not Exist Anywhere',
};

/** The other behaviors. */
const manners = {
  /** Answers at once, sends no audio, so that measuring many calls costs little, and hangs up after this many milliseconds. */
  '773': { hangsUpAfter: 200 },
  /** Rings, answers, and hangs up after this many milliseconds. */
  '776': { hangsUpAfter: 1_200 },
  '777': { hangsUpAfter: 3_000 },
  '778': 'answers and asks for a transfer (REFER)',
  '779': 'answers, and holds the line after two seconds',
  '780': 'answers, and asks whether the call is still there (OPTIONS, then an empty INFO)',
  '183': 'early media, then an answer',
  '771': 'answers, and changes its codec to G.722 and back; what it sends in G.722 is noise',
  '772': 'answers and says nothing',
  '774': 'answers at once',
  '775': 'rings for longer, then answers',
  '998': 'never answers the INVITE',
  '999': 'rings for ever',
} as const;

/** The target to which a REFER transfers the other party. */
export const transferTarget = '+819099999678';

const hangingUp = ['773', '776', '777'] as const;
const answersAtOnce = ['773', '774'];
/** All others who answer let it ring for this long (ms). */
const answersAfter = 300;
const answersLateAfter = 2_000;
const earlyMediaFor = 600;
const changesCodecAfter = 2_500;

export function answeringScenario(tone: string): string {
  const choices = [...Object.keys(refusals), ...Object.keys(manners)];
  const steps = [
    '<recv request="OPTIONS" optional="true" next="options"/>',
    `<recv request="INVITE" crlf="true" rrs="true"><action>
      ${choices.map((digits) => `<ereg regexp="INVITE sip:[^@ ]*${digits}[@ ]" search_in="msg" assign_to="is${digits}"/>`).join('\n      ')}
      <ereg regexp="[0-9]+" search_in="hdr" header="CSeq:" assign_to="cseq"/>
      <ereg regexp=".*" search_in="hdr" header="From:" assign_to="from"/>
      <ereg regexp=".*" search_in="hdr" header="To:" assign_to="to"/>
    </action></recv>`,
    goWhen('998', 'mute'),
    response('100 Trying', { tag: '' }),
    ...Object.keys(refusals).map((code) => goWhen(code, `refuse${code}`)),
    goWhen('183', 'early'),
    response('180 Ringing', { contact }),
    goWhen('999', 'ringing'),
    goWhen('775', 'late'),
    ...answersAtOnce.map((digits) => goWhen(digits, 'answer')),
    waitForCancel(answersAfter),
    label('late'),
    waitForCancel(answersLateAfter),
    label('ringing'),
    '<recv request="CANCEL" next="canceled"/>',

    label('early'),
    response('183 Session Progress', { contact, body: sessionDescription }),
    playTone(tone),
    waitForCancel(earlyMediaFor),

    label('answer'),
    response('200 OK', { cseq: 'CSeq: [$cseq] INVITE', contact, body: sessionDescription, retransmitted: true }),
    '<recv request="ACK" crlf="true"/>',
    goWhen('183', 'talk'),
    goWhen('772', 'talk'),
    goWhen('773', 'hangUp773'),
    playTone(tone),
    ...hangingUp.map((digits) => goWhen(digits, `hangUp${digits}`)),
    goWhen('778', 'refer'),
    goWhen('779', 'hold'),
    goWhen('780', 'audit'),
    goWhen('771', 'change'),
    label('talk'),
    '<recv request="BYE"/>',
    label('hungUpOn'),
    response('200 OK', { tag: '', next: 'end' }),
    ...hangingUp.flatMap(hangUp),
    label('change'),
    ...changeCodec(9, 2, tone),
    ...changeCodec(0, 3, tone),
    '<nop next="talk"/>',

    label('refer'),
    sendMessage(withinDialog('REFER', 2, [contact, `Refer-To: <sip:${transferTarget}@[remote_ip]>`])),
    '<recv response="603" next="talk" timeout="5000" ontimeout="talk"/>',
    label('hold'),
    // By then both parties must be in the bridge: an earlier hold would not affect the other party.
    '<pause milliseconds="2000"/>',
    '<nop><action><exec rtp_stream="pause"/></action></nop>',
    sendMessage(withinDialog('INVITE', 2, [contact]), held(sessionDescription), { retransmitted: true }),
    '<recv response="100" optional="true"/>',
    '<recv response="200"/>',
    sendMessage(withinDialog('ACK', 2), '', { next: 'talk' }),

    label('audit'),
    sendMessage(withinDialog('OPTIONS', 2, [contact])),
    '<recv response="200" timeout="2000" ontimeout="talk"/>',
    sendMessage(withinDialog('INFO', 3, [contact])),
    '<recv response="200" next="talk" timeout="2000" ontimeout="talk"/>',

    label('mute'),
    '<recv request="CANCEL" timeout="40000" ontimeout="end" next="canceled"/>',
    label('canceled'),
    response('200 OK'),
    response('487 Request Terminated', { cseq: 'CSeq: [$cseq] INVITE', retransmitted: true }),
    '<recv request="ACK" next="end"/>',
    ...Object.entries(refusals).flatMap(([code, phrase]) => [
      label(`refuse${code}`),
      response(`${code} ${phrase}`, { retransmitted: true }),
      '<recv request="ACK" next="end"/>',
    ]),
    ...answerOptions(),
    label('end'),
  ];
  return scenario(steps);
}

export function scenario(steps: string[]): string {
  return `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<scenario name="phone lab">\n${steps.join('\n')}\n</scenario>\n`;
}

export const label = (id: string) => `<label id="${id}"/>`;
export const playTone = (tone: string, payloadType: 0 | 9 = 0) =>
  `<nop><action><exec rtp_stream="${tone},-1,${payloadType}"/></action></nop>`;
const goWhen = (digits: string, next: string) => `<nop next="${next}" test="is${digits}"/>`;
const waitForCancel = (milliseconds: number) =>
  `<recv request="CANCEL" timeout="${milliseconds}" ontimeout="answer" next="canceled"/>`;

/**
 * Asterisk sends OPTIONS to a party, and repeats it if it missed the answer, as happens while it starts. SIPp repeats an answer
 * for as long as the call exists.
 */
export const answerOptions = () => [label('options'), response('200 OK'), '<pause milliseconds="4000"/>'];

export const contact = 'Contact: <sip:[local_ip]:[local_port];transport=[transport]>';

const sessionOf = (codec: string) => `v=0
o=lab 1 1 IN IP[local_ip_type] [local_ip]
s=-
c=IN IP[media_ip_type] [media_ip]
t=0 0
m=audio [rtpstream_audio_port] RTP/AVP ${codec.split(' ')[0]}
a=rtpmap:${codec}
`;
export const sessionDescription = sessionOf('0 PCMU/8000');

type Response = {
  /** Empty for the first response, and for responses within a dialog, whose To has a tag already. */
  tag?: string;
  cseq?: string;
  /** A Contact line, or another header line. */
  contact?: string;
  body?: string;
  retransmitted?: boolean;
  next?: string;
};

const ownTag = ';tag=[pid]lab[call_number]';

export function response(
  status: string,
  { tag = ownTag, cseq, contact, body, retransmitted, next }: Response = {},
): string {
  const headers = [
    '[last_Via:]',
    '[last_Record-Route:]',
    '[last_From:]',
    `[last_To:]${tag}`,
    '[last_Call-ID:]',
    cseq ?? '[last_CSeq:]',
  ];
  if (contact) headers.push(contact);
  return sendMessage([`SIP/2.0 ${status}`, ...headers], body, { retransmitted, next });
}

export function sendMessage(
  lines: string[],
  body = '',
  { retransmitted, next }: { retransmitted?: boolean | undefined; next?: string | undefined } = {},
): string {
  const attributes = `${retransmitted ? ' retrans="500"' : ''}${next ? ` next="${next}"` : ''}`;
  const content = body ? ['Content-Type: application/sdp', 'Content-Length: [len]'] : ['Content-Length: 0'];
  return `<send${attributes}><![CDATA[\n${[...lines, ...content].join('\n')}\n\n${body}]]></send>`;
}

/** A request from the called party. */
const withinDialog = (method: string, cseq: number, more: string[] = []) => [
  `${method} [next_url] SIP/2.0`,
  'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
  `From:[$to]${ownTag}`,
  'To:[$from]',
  'Call-ID: [call_id]',
  `CSeq: ${cseq} ${method}`,
  'Max-Forwards: 70',
  '[routes]',
  ...more,
];

/** The party sends audio, and does not receive it (RFC 3264, section 8.4). */
const held = (description: string) => `${description.replace('o=lab 1 1', 'o=lab 1 2')}a=sendonly\n`;

function hangUp(digits: (typeof hangingUp)[number]): string[] {
  return [
    label(`hangUp${digits}`),
    `<recv request="BYE" timeout="${manners[digits].hangsUpAfter}" ontimeout="bye${digits}" next="hungUpOn"/>`,
    label(`bye${digits}`),
    sendMessage(withinDialog('BYE', 2), '', { retransmitted: true }),
    '<recv response="200" next="end"/>',
  ];
}

/** Offers another codec in a re-INVITE (RFC 3261, section 14). */
function changeCodec(payloadType: 0 | 9, cseq: number, tone: string): string[] {
  const session = sessionOf(payloadType === 9 ? '9 G722/8000' : '0 PCMU/8000');
  return [
    `<recv request="BYE" timeout="${changesCodecAfter}" ontimeout="change${cseq}" next="hungUpOn"/>`,
    label(`change${cseq}`),
    sendMessage(withinDialog('INVITE', cseq, [contact]), session, { retransmitted: true }),
    '<recv response="100" optional="true"/>',
    '<recv response="200"/>',
    sendMessage(withinDialog('ACK', cseq)),
    playTone(tone, payloadType),
  ];
}
