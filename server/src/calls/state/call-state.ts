import type { EndReason, EndStatus, EngineEvent, Leg } from '../../engine/engine.ts';
import type { StaffId } from '../../platform/ids.ts';

// What a call is and how it may change. Every change of a call is computed here and nowhere else.
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
  /** Whose call it is; of one that came in, whoever answers. */
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
  /** When it was put on hold, resumed, put on hold again and so on. */
  hold_times: Date[] | null;
};
export type LegStatus = 'dialling' | 'ringing' | 'answered' | 'ended';

/** What can happen to a call: the engine's news, and what we decide. */
export type Signal =
  | Pick<Extract<EngineEvent, { kind: 'ringing' | 'answered' }>, 'kind' | 'leg' | 'staffId' | 'at'>
  | Pick<Extract<EngineEvent, { kind: 'ended' }>, 'kind' | 'ending' | 'at'>
  | Pick<Extract<EngineEvent, { kind: 'hold failed' }>, 'kind' | 'number' | 'at'>
  | { kind: 'held' | 'resumed'; at: Date };

/** The states the call went through, the last one last; none when the signal changes nothing. */
export type Step = { state: CallState; event?: CallEventType };

export function applySignal(call: CallState, signal: Signal): Step[] {
  if (call.ended_at) return [];
  // Clocks of several machines tell the time, and a call is never answered before it was made.
  const told = afterInitiation(call, signal.at);
  const at = latest(told, call.initiated_at, call.dialled_at, call.ringing_at, call.answered_at);
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
 * A call that was initiated while the clock of the database was put back is dated later than that clock said (`dialled_at`).
 * Other machines tell what happens to it. A time before the call is that of a clock that was put back too: it is dated as much
 * later, so that the call rings and talks for as long as it did. Other times are right.
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
  // Once the staff member is there, the customer is dialled; who called himself is put through.
  const next = call.call_type === 'outbound' ? 'dialling' : 'answered';
  const state = leg === 'staff' ? moveLeg(answered, 'customer', next) : answered;
  if (leg !== otherParty(call) || call.status === 'connected') return state === call ? [] : [{ state }];
  const staff_id = call.call_type === 'inbound' ? (staffId ?? call.staff_id) : call.staff_id;
  return [{ state: { ...state, staff_id, status: 'connected', answered_at: at }, event: 'call.connected' }];
}

type HeldTimes = Pick<CallState, 'hold_times'>;

/** How often the call was put on hold or resumed: the number of its last change. */
export const holdChanges = ({ hold_times }: HeldTimes) => hold_times?.length ?? 0;
export const isOnHold = (call: HeldTimes) => holdChanges(call) % 2 === 1;

function switchHold(call: CallState, at: Date): Step {
  const times = call.hold_times ?? [];
  const state = { ...call, hold_times: [...times, latest(at, times.at(-1) ?? null)] };
  return { state, event: isOnHold(state) ? 'call.held' : 'call.resumed' };
}

/** A hold ends with its call; the clock of a node that dates holds may be fast. */
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

/** Whatever went wrong, somebody called and nobody took it. */
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

/** Where a call is counted: as its status, save that a connected call counts differently while it is going on. */
export type CountedState = Exclude<CallStatus, 'connected'> | 'talking' | 'talked';

export const countedStates = ['initiating', 'ringing', 'talking', 'talked', ...ends] as const satisfies CountedState[];

export function countedState({ status, ended_at }: Pick<CallState, 'status' | 'ended_at'>): CountedState {
  if (status !== 'connected') return status;
  return ended_at ? 'talked' : 'talking';
}

export const callStatuses = ['initiating', 'ringing', 'connected', ...ends] as const satisfies CallStatus[];
