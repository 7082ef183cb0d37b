import type { Ending, EndReason, EndStatus, EngineCall, Leg } from '../engine.ts';

// What it means for a call that a line is gone, or that somebody ended it. Asterisk's `dialstatus` is no help: a refusal,
// a wrong number and a failure of the carrier are all NOANSWER there. The cause and the SIP code tell them apart.

/** What made a call end, before everything else of it was taken down. */
export type EndedBy =
  | { kind: 'line'; line: LineAtEnd }
  /** It could not even be tried: the trunk is down, or the phone is not registered. */
  | { kind: 'refused'; leg: Leg }
  /** Nobody took a call that came in: how it went with each who was rung. */
  | { kind: 'nobody'; lines: LineAtEnd[]; isEverybodyBusy: boolean }
  | { kind: 'api' }
  | { kind: 'too long' }
  | { kind: 'system'; reason: 'engine_error' | 'system_recovered' };

export type LineAtEnd = {
  leg: Leg;
  rang: boolean;
  answered: boolean;
  /** It was over by itself because nobody answered in time. */
  timedOut: boolean;
  /** The other side hung up, as opposed to Asterisk. */
  hungUp: boolean;
  /** There was nobody to dial. */
  isRefused: boolean;
  /** Q.850; unknown where the news was lost. */
  cause?: number | undefined;
  sipCode?: number | undefined;
};

type Meaning = Pick<Ending, 'status' | 'reason' | 'hangupBy'>;

/** What had come of a call when it ended. */
export type CameTo = 'nothing' | 'talk' | 'message';

export function toEnding(callType: EngineCall['callType'], by: EndedBy, cameTo: CameTo): Ending {
  const meaning = cameTo === 'message' ? messageLeft(by) : meaningOf(callType, by, cameTo === 'talk');
  return { ...meaning, ...codesOf(by) };
}

function messageLeft(by: EndedBy): Meaning {
  const hangupBy = by.kind === 'line' && by.line.hungUp ? 'customer' : 'system';
  return { status: 'voicemail', reason: 'voicemail', hangupBy };
}

function meaningOf(callType: EngineCall['callType'], by: EndedBy, isTalk: boolean): Meaning {
  // A talk stays connected whatever this says; the status is for a call whose answer is not known.
  const failed = callType === 'inbound' ? 'missed_call' : 'failed';
  switch (by.kind) {
    case 'api':
      return { status: 'canceled', reason: isTalk ? 'hung_up_by_api' : 'canceled_by_api', hangupBy: 'system' };
    case 'too long':
      return { status: failed, reason: 'too_long', hangupBy: 'system' };
    case 'system':
      return { status: failed, reason: by.reason, hangupBy: 'system' };
    case 'refused':
      return {
        status: failed,
        reason: by.leg === 'staff' ? 'staff_unreachable' : 'trunk_down',
        hangupBy: 'system',
      };
    case 'nobody': {
      const reason = by.isEverybodyBusy ? 'staff_busy' : 'staff_unreachable';
      const line = foremost(by.lines);
      return line ? missed(line) : { status: failed, reason, hangupBy: 'system' };
    }
    case 'line':
      if ((isTalk || by.line.answered) && by.line.cause !== undefined && !by.line.hungUp)
        return { status: failed, reason: endedByAsterisk(by.line.cause), hangupBy: 'system' };
      if (isTalk) return { status: failed, reason: 'completed', hangupBy: by.line.leg };
      return callType === 'inbound' ? missed(by.line) : notReached(by.line);
  }
}

/** Neither party hung up, and we did not either. */
const endedByAsterisk = (cause: number): EndReason => (cause === causes.mediaLost ? 'media_lost' : 'engine_error');

/** An inbound call that nobody took. */
function missed(line: LineAtEnd): Meaning {
  if (line.leg === 'customer') return { status: 'missed_call', reason: 'caller_gave_up', hangupBy: 'customer' };
  return { ...staffNotReached(line), status: 'missed_call' };
}

/** An outbound call that never came to a talk. */
function notReached(line: LineAtEnd): Meaning {
  if (line.cause === undefined) return { status: 'failed', reason: 'system_recovered', hangupBy: 'system' };
  if (line.leg === 'customer') return customerNotReached(line);
  if (line.answered) return { status: 'canceled', reason: 'canceled_by_staff', hangupBy: 'staff' };
  return staffNotReached(line);
}

/** Of several who did not take a call: a telephone that rang says more than one that refused, and that more than a dead one. */
function foremost(lines: LineAtEnd[]): LineAtEnd | undefined {
  const rank = (line: LineAtEnd) => ranking.indexOf(staffNotReached(line).reason);
  return lines.toSorted((a, b) => rank(a) - rank(b))[0];
}
const ranking: EndReason[] = [
  'staff_no_answer',
  'staff_rejected',
  'staff_busy',
  'staff_unreachable',
  'system_recovered',
];

function staffNotReached({ cause, rang, isRefused }: LineAtEnd): Meaning {
  const by = (reason: EndReason, hangupBy: Ending['hangupBy'] = 'system') =>
    ({ status: 'failed', reason, hangupBy }) as const;
  if (isRefused) return by('staff_unreachable');
  if (cause === undefined) return by('system_recovered');
  if (cause === causes.busy) return by('staff_busy', 'staff');
  if (cause === causes.rejected) return by('staff_rejected', 'staff');
  return by(cause === causes.noAnswer && rang ? 'staff_no_answer' : 'staff_unreachable');
}

function customerNotReached({ cause, sipCode, rang, timedOut }: LineAtEnd): Meaning {
  const by = (status: EndStatus, reason: EndReason, hangupBy: Ending['hangupBy'] = 'system') => ({
    status,
    reason,
    hangupBy,
  });
  switch (cause) {
    case causes.busy:
      return by('busy', 'busy', 'customer');
    case causes.rejected:
      return by('rejected', 'rejected', 'customer');
    case causes.noAnswer:
      // The carrier has never reacted at all: that is no telephone that nobody answers.
      return timedOut && !rang ? by('failed', 'unreachable') : by('no_answer', 'no_answer');
    case causes.noResponse:
      return by('no_answer', rang ? 'no_answer' : 'unreachable');
    case causes.unknownNumber:
    case causes.incompleteNumber:
      return by('failed', 'invalid_number');
    default:
      return by('failed', sipCode === 404 || sipCode === 484 || sipCode === 604 ? 'invalid_number' : 'trunk_error');
  }
}

/** ITU-T Q.850. */
const causes = {
  ...{ unknownNumber: 1, busy: 17, noResponse: 18, noAnswer: 19, rejected: 21, incompleteNumber: 28 },
  /** The requested channel is not available: what Asterisk gives where `rtp_timeout` is over. */
  mediaLost: 44,
};
const normalClearing = 16;

function codesOf(by: EndedBy): Pick<Ending, 'sipCode' | 'q850Cause'> {
  if (by.kind === 'api' || by.kind === 'too long') return { q850Cause: normalClearing };
  const line = by.kind === 'line' ? by.line : by.kind === 'nobody' ? foremost(by.lines) : undefined;
  const { cause, sipCode } = line ?? {};
  return { ...(cause && { q850Cause: cause }), ...(sipCode && { sipCode }) };
}
