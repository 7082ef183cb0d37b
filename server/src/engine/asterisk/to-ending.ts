import type { Ending, EndReason, EndStatus, EngineCall, Leg } from '../engine.ts';

// What it means for a call that a line is gone, or that somebody ended it. Asterisk's `dialstatus` is no help: a refusal,
// a wrong number and a failure of the carrier are all NOANSWER there. The cause and the SIP code tell them apart.

/** What made a call end, before everything else of it was taken down. */
export type EndedBy =
  | { kind: 'line'; line: LineAtEnd }
  /** It could not even be tried: the trunk is down, or the phone is not registered. */
  | { kind: 'refused'; leg: Leg }
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
  /** Q.850; unknown where the news was lost. */
  cause?: number | undefined;
  sipCode?: number | undefined;
};

type Meaning = Pick<Ending, 'status' | 'reason' | 'hangupBy'>;

export function toEnding(callType: EngineCall['callType'], by: EndedBy, isTalk: boolean): Ending {
  return { ...meaningOf(callType, by, isTalk), ...codesOf(by) };
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
    case 'line':
      if (by.line.answered && by.line.cause !== undefined && !by.line.hungUp)
        return { status: failed, reason: 'too_long', hangupBy: 'system' };
      if (isTalk) return { status: failed, reason: 'completed', hangupBy: by.line.leg };
      return callType === 'inbound' ? missed(by.line) : notReached(by.line);
  }
}

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

function staffNotReached({ cause, rang }: LineAtEnd): Meaning {
  const by = (reason: EndReason, hangupBy: Ending['hangupBy'] = 'system') =>
    ({ status: 'failed', reason, hangupBy }) as const;
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
const causes = { unknownNumber: 1, busy: 17, noResponse: 18, noAnswer: 19, rejected: 21, incompleteNumber: 28 };
const normalClearing = 16;

function codesOf(by: EndedBy): Pick<Ending, 'sipCode' | 'q850Cause'> {
  if (by.kind === 'api' || by.kind === 'too long') return { q850Cause: normalClearing };
  if (by.kind !== 'line') return {};
  const { cause, sipCode } = by.line;
  return { ...(cause !== undefined && { q850Cause: cause }), ...(sipCode && { sipCode }) };
}
