import {
  type Ending,
  type EndReason,
  type EndStatus,
  type EngineCall,
  type Leg,
  normalClearing,
} from '../../engine.ts';

// How a call ended, derived from the leg that is gone or from the request that ended it. Asterisk's `dialstatus` does not help:
// a rejection, a wrong number and a carrier failure are all NOANSWER there. The cause and the SIP code distinguish them.

/** The first cause of the end, before the rest of the call is taken down. */
export type EndedBy =
  | { kind: 'line'; line: LineAtEnd }
  /** Asterisk could not create the leg. */
  | { kind: 'refused'; leg: Leg; why: Refusal }
  /** No staff member answered an inbound call; `lines` has the outcome of each leg that was rung. */
  | { kind: 'nobody'; lines: LineAtEnd[]; isAllStaffBusy: boolean }
  | { kind: 'api' }
  | { kind: 'too long' }
  | { kind: 'system'; reason: 'engine_error' | 'system_recovered' };

/** Why Asterisk creates no leg: the phone is not registered or the trunk is down; or this server takes no new calls. */
export type Refusal = 'absent' | 'server';

export type LineAtEnd = {
  leg: Leg;
  rang: boolean;
  answered: boolean;
  /** Ringing timed out. */
  timedOut: boolean;
  /** The far end hung up, as opposed to Asterisk. */
  hungUp: boolean;
  /** Asterisk did not create the leg. */
  refusal?: Refusal | undefined;
  /** Q.850; undefined if the message was lost. */
  cause?: number | undefined;
  sipCode?: number | undefined;
};

type Meaning = Pick<Ending, 'status' | 'reason' | 'hangupBy'>;

/** How far the call had come when it ended. */
export type CameTo = 'nothing' | 'talk' | 'message';

export function toEnding(callType: EngineCall['callType'], by: EndedBy, cameTo: CameTo): Ending {
  const meaning = cameTo === 'message' ? messageEnding(by) : meaningOf(callType, by, cameTo === 'talk');
  return { ...meaning, ...codesOf(by) };
}

function messageEnding(by: EndedBy): Meaning {
  const hangupBy = by.kind === 'line' && by.line.hungUp ? 'customer' : 'system';
  return { status: 'voicemail', reason: 'voicemail', hangupBy };
}

function meaningOf(callType: EngineCall['callType'], by: EndedBy, isTalk: boolean): Meaning {
  // An answered call stays connected whatever the status here; the status is for a call whose answer is unknown.
  const failed = callType === 'inbound' ? 'missed_call' : 'failed';
  switch (by.kind) {
    case 'api':
      return { status: 'canceled', reason: isTalk ? 'hung_up_by_api' : 'canceled_by_api', hangupBy: 'system' };
    case 'too long':
      return { status: failed, reason: 'too_long', hangupBy: 'system' };
    case 'system':
      return { status: failed, reason: by.reason, hangupBy: 'system' };
    case 'refused':
      return { status: failed, reason: refusedReason(by), hangupBy: 'system' };
    case 'nobody': {
      const reason = by.isAllStaffBusy ? 'staff_busy' : 'staff_unreachable';
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

function refusedReason({ leg, why }: Extract<EndedBy, { kind: 'refused' }>): EndReason {
  if (why === 'server') return 'engine_error';
  return leg === 'staff' ? 'staff_unreachable' : 'trunk_down';
}

/** Neither party nor this node hung up. */
const endedByAsterisk = (cause: number): EndReason => (cause === mediaLost ? 'media_lost' : 'engine_error');

/** An inbound call that no staff member answered. */
function missed(line: LineAtEnd): Meaning {
  if (line.leg === 'customer') return { status: 'missed_call', reason: 'caller_gave_up', hangupBy: 'customer' };
  return { ...staffNotReached(line), status: 'missed_call' };
}

/** An outbound call that never became a conversation. */
function notReached(line: LineAtEnd): Meaning {
  if (line.cause === undefined) return { status: 'failed', reason: 'system_recovered', hangupBy: 'system' };
  if (line.leg === 'customer') return customerNotReached(line);
  if (line.answered) return { status: 'canceled', reason: 'canceled_by_staff', hangupBy: 'staff' };
  return staffNotReached(line);
}

/** The most significant of several unanswered legs: one that rang, then one that rejected the call, then an unreachable one. */
function foremost(lines: LineAtEnd[]): LineAtEnd | undefined {
  const rank = (line: LineAtEnd) => ranking.indexOf(staffNotReached(line).reason);
  return lines.toSorted((a, b) => rank(a) - rank(b))[0];
}
const ranking: EndReason[] = [
  'staff_no_answer',
  'staff_rejected',
  'staff_busy',
  'engine_error',
  'staff_unreachable',
  'system_recovered',
];

function staffNotReached(line: LineAtEnd): Meaning {
  const by = (reason: EndReason, hangupBy: Ending['hangupBy'] = 'system') =>
    ({ status: 'failed', reason, hangupBy }) as const;
  if (line.refusal) return by(refusedReason({ kind: 'refused', leg: 'staff', why: line.refusal }));
  if (line.cause === undefined) return by('system_recovered');
  switch (replyOf(line)) {
    case 'busy':
      return by('staff_busy', 'staff');
    case 'declined':
      return by('staff_rejected', 'staff');
    case 'unanswered':
      return by(line.rang ? 'staff_no_answer' : 'staff_unreachable');
    default:
      return by('staff_unreachable');
  }
}

function customerNotReached(line: LineAtEnd): Meaning {
  const by = (status: EndStatus, reason: EndReason, hangupBy: Ending['hangupBy'] = 'system') => ({
    status,
    reason,
    hangupBy,
  });
  switch (replyOf(line)) {
    case 'busy':
      return by('busy', 'busy', 'customer');
    case 'declined':
      return by('rejected', 'rejected', 'customer');
    case 'unanswered':
      // The carrier never responded, which is different from a phone that rings unanswered.
      return line.timedOut && !line.rang ? by('failed', 'unreachable') : by('no_answer', 'no_answer');
    case 'timeout':
      return by('no_answer', line.rang ? 'no_answer' : 'unreachable');
    case 'unknown number':
      return by('failed', 'invalid_number');
    default:
      // 401, 403 and 407 too: the carrier does not accept the trunk, and the customer never learns of the call.
      return by('failed', 'trunk_error');
  }
}

type Reply = 'busy' | 'declined' | 'unanswered' | 'timeout' | 'unknown number';

/**
 * The reply of the far end; undefined for every other failure. The SIP code takes precedence if there is one: Asterisk gives
 * 401, 403 and 407 the cause of a 603, and a Reason header may set the cause to anything (RFC 3326).
 */
function replyOf(line: LineAtEnd): Reply | undefined {
  const { cause = 0 } = line;
  const sipCode = sentSipCode(line);
  return sipCode ? repliesBySipCode[sipCode] : repliesByCause[cause];
}

/** Asterisk reports a ring timeout as 480, but sends CANCEL, so no party has sent a code. */
const sentSipCode = ({ timedOut, sipCode }: LineAtEnd) => (timedOut ? undefined : sipCode);

/** RFC 3261, section 21. */
const repliesBySipCode: Record<number, Reply> = {
  404: 'unknown number',
  408: 'timeout',
  410: 'unknown number',
  480: 'unanswered',
  484: 'unknown number',
  485: 'unknown number',
  486: 'busy',
  600: 'busy',
  603: 'declined',
  604: 'unknown number',
};

/** ITU-T Q.850. */
const repliesByCause: Record<number, Reply> = {
  1: 'unknown number',
  17: 'busy',
  18: 'timeout',
  19: 'unanswered',
  21: 'declined',
  22: 'unknown number',
  28: 'unknown number',
};
/** Requested channel not available: the cause that Asterisk gives when `rtp_timeout` expires. */
const mediaLost = 44;

function codesOf(by: EndedBy): Pick<Ending, 'sipCode' | 'q850Cause'> {
  if (by.kind === 'api' || by.kind === 'too long') return { q850Cause: normalClearing };
  const line = by.kind === 'line' ? by.line : by.kind === 'nobody' ? foremost(by.lines) : undefined;
  const sipCode = line && sentSipCode(line);
  return { ...(line?.cause && { q850Cause: line.cause }), ...(sipCode && { sipCode }) };
}
