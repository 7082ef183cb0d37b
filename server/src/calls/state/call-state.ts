import type { EndReason, EndStatus, EngineEvent, Leg } from '../../engine/engine.ts';
import type { StaffId } from '../../platform/ids.ts';

// The state of a call and its transitions. Every change of a call is computed here and nowhere else.
//
//   initiating ──► ringing ──► connected ◄──► on hold ──► (ended_at)
//        └────────────┴──► no_answer | busy | rejected | canceled | failed | missed_call | voicemail
//
// The other party decides: the customer of an outbound call, the staff member of an inbound one. A status never moves
// backwards and an ended call never changes: late and repeated signals are normal, and change nothing.

export type CallType = 'outbound' | 'inbound';
export type CallStatus = 'initiating' | 'ringing' | 'connected' | EndStatus;
type CallEventType = `call.${'ringing' | 'connected' | 'held' | 'resumed' | 'completed' | 'missed'}`;

/** The part of a call that signals change. */
export type CallState = {
  call_type: CallType;
  /** The staff member of the call; for an inbound call, the one who answers. */
  staff_id: StaffId | null;
  status: CallStatus;
  initiated_at: Date;
  dialled_at: Date | null;
  ringing_at: Date | null;
  answered_at: Date | null;
  ended_at: Date | null;
  duration_seconds: number | null;
  end_reason: EndReason | null;
  hangup_by: Leg | 'system' | null;
  sip_code: number | null;
  q850_cause: number | null;
  staff_leg_status: LegStatus | null;
  customer_leg_status: LegStatus | null;
  /** The times of hold, resume, hold and so on. */
  hold_times: Date[] | null;
};
export type LegStatus = 'dialling' | 'ringing' | 'answered' | 'ended';

/** The possible causes of a change: events of the engine, and our own decisions. */
export type Signal =
  | Pick<Extract<EngineEvent, { kind: 'ringing' | 'answered' }>, 'kind' | 'leg' | 'staffId' | 'at'>
  | Pick<Extract<EngineEvent, { kind: 'ended' }>, 'kind' | 'ending' | 'at'>
  | Pick<Extract<EngineEvent, { kind: 'hold failed' }>, 'kind' | 'number' | 'at'>
  | { kind: 'held' | 'resumed'; at: Date };

/** The states that the call goes through, in order; none if the signal changes nothing. */
export type Step = { state: CallState; event?: CallEventType };

export function applySignal(call: CallState, signal: Signal): Step[] {
  if (call.ended_at) return [];
  // The times come from the clocks of several machines, and a call is never answered before it was initiated.
  const moment = afterInitiation(call, signal.at);
  const at = latest(moment, call.initiated_at, call.dialled_at, call.ringing_at, call.answered_at);
  switch (signal.kind) {
    case 'ringing':
      return ring(call, signal.leg, at);
    case 'answered':
      return answer(call, signal.leg, at, signal.staffId);
    case 'held':
      return call.status === 'connected' && !isOnHold(call) ? [switchHold(call, at)] : [];
    case 'resumed':
      return isOnHold(call) ? [switchHold(call, at)] : [];
    case 'hold failed':
      return isOnHold(call) && holdChanges(call) === signal.number ? [switchHold(call, at)] : [];
    case 'ended': {
      const { answeredAt, answeredBy } = signal.ending;
      const since = answeredAt && latest(afterInitiation(call, answeredAt), call.initiated_at);
      const answered = since ? answer(call, otherParty(call), since, answeredBy) : [];
      return [...answered, end(answered.at(-1)?.state ?? call, signal.ending, at)];
    }
  }
}

/**
 * A call that was initiated while the clock of the database was set back is dated later than that clock said (`dialled_at`).
 * Other machines date its events. A time before the call comes from a clock that was set back too: it is shifted by the same
 * difference, so that ringing and talking last as long as they did. Other times are right.
 */
function afterInitiation({ initiated_at, dialled_at }: CallState, at: Date): Date {
  if (!dialled_at || at >= initiated_at) return at;
  return new Date(at.getTime() + Math.max(0, initiated_at.getTime() - dialled_at.getTime()));
}

function ring(call: CallState, leg: Leg, at: Date): Step[] {
  const state = moveLeg(call, leg, 'ringing');
  if (leg !== otherParty(call) || call.status !== 'initiating') return state === call ? [] : [{ state }];
  return [{ state: { ...state, status: 'ringing', ringing_at: at }, event: 'call.ringing' }];
}

function answer(call: CallState, leg: Leg, at: Date, staffId: StaffId | undefined): Step[] {
  const answered = moveLeg(call, leg, 'answered');
  // Once the staff member has answered, an outbound call dials the customer; a caller who is already on the line is bridged.
  const next = call.call_type === 'outbound' ? 'dialling' : 'answered';
  const state = leg === 'staff' ? moveLeg(answered, 'customer', next) : answered;
  if (leg !== otherParty(call) || call.status === 'connected') return state === call ? [] : [{ state }];
  const staff_id = call.call_type === 'inbound' ? (staffId ?? call.staff_id) : call.staff_id;
  return [{ state: { ...state, staff_id, status: 'connected', answered_at: at }, event: 'call.connected' }];
}

type HeldTimes = Pick<CallState, 'hold_times'>;

/** The number of holds and resumes: the number of the call's last change. */
export const holdChanges = ({ hold_times }: HeldTimes) => hold_times?.length ?? 0;
export const isOnHold = (call: HeldTimes) => holdChanges(call) % 2 === 1;

function switchHold(call: CallState, at: Date): Step {
  const times = call.hold_times ?? [];
  const state = { ...call, hold_times: [...times, latest(at, times.at(-1) ?? null)] };
  return { state, event: isOnHold(state) ? 'call.held' : 'call.resumed' };
}

/** A hold ends with its call. The node that dates holds may have a fast clock. */
function holdsUntil(call: CallState, ended_at: Date): Date[] | null {
  const { hold_times } = isOnHold(call) ? switchHold(call, ended_at).state : call;
  return hold_times?.map((time) => (time > ended_at ? ended_at : time)) ?? null;
}

function end(call: CallState, ending: Extract<Signal, { kind: 'ended' }>['ending'], at: Date): Step {
  const isConnected = call.status === 'connected';
  const ended_at = latest(at, call.answered_at);
  return {
    state: {
      ...call,
      hold_times: holdsUntil(call, ended_at),
      status: isConnected ? 'connected' : endStatus(call, ending.status),
      ended_at,
      duration_seconds: call.answered_at ? Math.floor((ended_at.getTime() - call.answered_at.getTime()) / 1_000) : 0,
      end_reason: ending.reason,
      hangup_by: ending.hangupBy,
      sip_code: ending.sipCode ?? null,
      q850_cause: ending.q850Cause ?? null,
      staff_leg_status: call.staff_leg_status && 'ended',
      customer_leg_status: call.customer_leg_status && 'ended',
    },
    event: isConnected ? 'call.completed' : 'call.missed',
  };
}

/** An inbound call that failed before the answer is a missed call, whatever the failure. */
const endStatus = ({ call_type }: CallState, status: EndStatus): EndStatus =>
  call_type === 'inbound' && status === 'failed' ? 'missed_call' : status;

const otherParty = ({ call_type }: CallState): Leg => (call_type === 'outbound' ? 'customer' : 'staff');

const legOrder: LegStatus[] = ['dialling', 'ringing', 'answered', 'ended'];

function moveLeg(call: CallState, leg: Leg, status: LegStatus): CallState {
  const name = `${leg}_leg_status` as const;
  const before = call[name];
  return before && legOrder.indexOf(before) >= legOrder.indexOf(status) ? call : { ...call, [name]: status };
}

export function latest(...moments: (Date | null)[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0)));
}

const ends = [
  'no_answer',
  'busy',
  'rejected',
  'canceled',
  'failed',
  'missed_call',
  'voicemail',
] as const satisfies EndStatus[];

/** The state under which a call is counted: its status, but a connected call counts differently while it is going on. */
export type CountedState = Exclude<CallStatus, 'connected'> | 'talking' | 'talked';

export const countedStates = ['initiating', 'ringing', 'talking', 'talked', ...ends] as const satisfies CountedState[];

export function countedState({ status, ended_at }: Pick<CallState, 'status' | 'ended_at'>): CountedState {
  if (status !== 'connected') return status;
  return ended_at ? 'talked' : 'talking';
}

export const callStatuses = ['initiating', 'ringing', 'connected', ...ends] as const satisfies CallStatus[];
