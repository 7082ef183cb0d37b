import {
  answerOptions,
  contact,
  label,
  playTone,
  response,
  scenario,
  sessionDescription,
} from './answering-scenario.ts';

// A carrier that authenticates calls and registrations, as a SIPp scenario: it challenges both (RFC 3261, section 22), refuses
// a wrong password, and lets the others talk until they hang up.

export type SipCredentials = { username: string; password: string };

export function challengingScenario({ username, password }: SipCredentials, tone: string): string {
  const challenge = 'WWW-Authenticate: Digest realm="carrier.test", nonce="a1b2c3", algorithm=MD5';
  const verify = `<verifyauth assign_to="isKnown" username="${username}" password="${password}"/>`;
  const goWhenKnown = (next: string) => `<nop next="${next}" test="isKnown"/>`;
  return scenario([
    '<recv request="OPTIONS" optional="true" next="options"/>',
    '<recv request="REGISTER" optional="true" next="register"/>',
    '<recv request="INVITE" crlf="true"/>',
    response('401 Unauthorized', { contact: challenge, retransmitted: true }),
    '<recv request="ACK"/>',
    `<recv request="INVITE" rrs="true"><action>${verify}</action></recv>`,
    goWhenKnown('answer'),
    response('403 Forbidden', { retransmitted: true }),
    '<recv request="ACK" next="end"/>',
    label('answer'),
    response('180 Ringing', { contact }),
    response('200 OK', { contact, body: sessionDescription, retransmitted: true }),
    '<recv request="ACK"/>',
    playTone(tone),
    '<recv request="BYE"/>',
    response('200 OK', { tag: '', next: 'end' }),

    label('register'),
    response('401 Unauthorized', { contact: challenge }),
    `<recv request="REGISTER"><action>${verify}</action></recv>`,
    goWhenKnown('registered'),
    response('403 Forbidden', { next: 'end' }),
    label('registered'),
    response('200 OK', { contact: '[last_Contact:]', next: 'end' }),

    ...answerOptions(),
    label('end'),
  ]);
}
