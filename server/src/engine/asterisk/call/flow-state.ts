import { onlyRef } from '../../../platform/call-ref.ts';
import type { CallChange, EngineCall, EngineEvent, Leg as Role } from '../../engine.ts';
import type { AriBridge, AriChannel } from '../ari/ari-messages.ts';
import type { Destination } from '../provisioning/endpoint.ts';
import { type CallLeg, type Gone, type HangupReason, legAtEnd, moveTo } from './leg.ts';
import type { AnswerMoment, FinishedRecording } from './raw-recordings.ts';
import type { CameTo, EndedBy, Refusal } from './to-ending.ts';

// The state of a call in Asterisk, the news that change it and the commands that follow from it; see `flow.ts`.

export type FlowState = {
  readonly call: EngineCall;
  readonly limits: CallLimits;
  /** The name under which the greeting is played. */
  readonly greetingName: string;
  /** Another node began the call. */
  readonly isAdopted: boolean;
  /** The channels and bridges of an adopted call that Asterisk had, until they are part of this state. */
  found?: Found | undefined;
  /** A look at Asterisk that came before `found` was taken over. */
  earlyLook?: Look | undefined;
  legs: CallLeg[];
  /** The channel of the staff leg in the conversation: the only one of an outbound call, the first to answer an inbound one. */
  answering?: string | undefined;
  bridge: 'none' | 'asked' | 'there';
  /** The recording of the staff leg. */
  recording: 'none' | 'asked' | 'on';
  /** The number of staff groups that have been rung. */
  groupsRung: number;
  isCallerTaken: boolean;
  greeting: 'none' | 'asked' | 'played';
  /** The recording of a caller's message; `found` if another node asked for it. */
  message: 'none' | 'found' | 'asked' | 'on';
  isTalking: boolean;
  isAnnouncementAsked: boolean;
  /** How often joining the legs of a conversation failed, and whether the next attempt is waiting for its timer. */
  join: { failures: number; isWaiting: boolean };
  /** The latest hold or resume of the call. */
  change: CallChange;
  /** Asterisk has the hold bridge, or may have it. */
  mayHaveHoldBridge: boolean;
  /** Requests that Asterisk, or the disk, has not answered yet. */
  pending: Request[];
  /** Asterisk refused a request for a reason that is not known yet: no more requests are sent for this call. */
  isStuck: boolean;
  /** Ringing and answered events that have been reported. */
  reported: string[];
  /** The answer as another node noted it. */
  notedAnswer?: AnswerMoment | undefined;
  ended?: { by: EndedBy; at: Date };
  /** The outcome of the call, once its recording is complete. */
  finished?: Extract<RequestResult, { kind: 'recording' }>;
  /** Only a recording is left of the call. */
  isRecordingOnly: boolean;
  /** This node stops following the call and takes it no further than the stage with this index. */
  leavingAfter?: number | undefined;
  isOver: boolean;
};

export type CallLimits = { ringSeconds: Record<Role, number>; longestTalkSeconds: number };

/** The channels and bridges that Asterisk has of a call. */
export type Found = {
  staff: AriChannel[];
  customer?: AriChannel | undefined;
  bridge?: AriBridge | undefined;
  holdBridge?: AriBridge | undefined;
  /** Set if only a recording is left, which ends at this time. */
  recordedUntil?: Date | undefined;
};

/** The state of each channel that Asterisk has, asked for at `askedAt` by the clock of `performance.now`. */
export type Look = { channels: ReadonlyMap<string, Pick<AriChannel, 'state'>>; askedAt: number };

export type FlowNews =
  /** The call was given to this node, at `receivedAt` by the clock of `performance.now`. */
  | { kind: 'begin'; receivedAt: number }
  // Reports from Asterisk about a channel.
  | { kind: 'entered'; channel: string; via: 'creation' | 'recording'; receivedAt: number }
  | { kind: 'ringing' | 'answered'; channel: string; at: Date }
  /** The party hung up; the end of the channel follows. */
  | { kind: 'hung up'; channel: string }
  | { kind: 'gone'; channel: string; gone: Gone }
  | { kind: 'played'; playback: string; isFailed: boolean }
  | { kind: 'announcement failed' }
  | { kind: 'looked'; look: Look }
  // Outcomes of commands.
  | { kind: 'done'; request: Request; result?: RequestResult | undefined }
  /** A refusal means that Asterisk understood and did nothing. After any other failure it is unknown whether it was done. */
  | { kind: 'failed'; request: Request; isRefusal: boolean; error: unknown }
  | { kind: 'timer'; timer: Timer }
  // Requests from the engine.
  | { kind: 'change'; change: CallChange }
  | { kind: 'hang up' }
  | { kind: 'give up'; why: Refusal }
  | { kind: 'lose'; at: Date }
  | { kind: 'leave' };

export type Request =
  | { kind: 'create'; leg: string; to: Destination | undefined }
  | { kind: 'dial'; leg: string; ringSeconds: number }
  | { kind: 'take caller' | 'answer' | 'announce' | 'record message' | 'send silence' | 'claim'; leg: string }
  /** Moves the customer to the bridge with music, by the change of this number; the staff leg gets silence. */
  | { kind: 'hold'; leg: string; staff: string; number: number }
  | { kind: 'record'; leg: string; isClaimedFirst: boolean }
  | { kind: 'hang up'; leg: string; reason: HangupReason }
  | { kind: 'mark rung'; leg: string; groups: number }
  | { kind: 'greet'; leg: string; playback: string }
  | { kind: 'check playback'; playback: string }
  | { kind: 'make bridge' }
  /** Puts the legs into the bridge of the talk; `endsHoldOf` is the staff leg of a call that was on hold. */
  | { kind: 'join'; legs: string[]; endsHoldOf: string | undefined }
  | { kind: 'remove bridges'; names: ('talk' | 'hold')[] }
  | { kind: 'note answer'; answer: AnswerMoment }
  /** Reads the marks that the previous node left: the answer, and how many groups were rung for the caller. */
  | { kind: 'read marks'; caller: string | undefined }
  | {
      kind: 'finish recording';
      endedAt: Date;
      answer: AnswerMoment | undefined;
      mayBeMessage: boolean;
      isOnly: boolean;
    };

export type RequestResult =
  | { kind: 'not created'; why: Refusal }
  | { kind: 'not there' }
  | { kind: 'played' }
  | { kind: 'marks'; answer: AnswerMoment | undefined; groupsRung: number }
  | { kind: 'recording'; cameTo: CameTo; recording: FinishedRecording | undefined };

export type Timer =
  /** `entry` and `return`: by now the channel should have come under control, or back from the dialplan. */
  | { kind: 'entry' | 'return' | 'missing' | 'sign of life' | 'hang up again'; leg: string }
  | { kind: 'explanation'; request: Request; error: unknown }
  | { kind: 'longest talk' | 'join again' };

export type FlowProblem =
  | 'call failed'
  | 'announcement failed'
  | 'greeting failed'
  | 'hold failed'
  | 'answer not noted'
  | 'bridge left';

export type FlowCommand =
  | { kind: 'ask'; request: Request }
  | { kind: 'set timer'; timer: Timer; milliseconds: number }
  | { kind: 'tell'; event: EngineEvent }
  /** The outcome of placing the call; the first one counts. */
  | { kind: 'placement'; outcome: 'placed' | Refusal }
  | { kind: 'report'; problem: FlowProblem; error?: unknown }
  /** The call has ended, or has been left to another node. Only a last `report` follows. */
  | { kind: 'over' };

/** A step in the making: the state is a copy that may be changed. */
export type Draft = { state: FlowState; commands: FlowCommand[]; now: Date };

export const isOutbound = ({ call }: FlowState) => call.callType === 'outbound';
export const legOf = ({ legs }: FlowState, channel: string | undefined) => legs.find((leg) => leg.channel === channel);
export const staffLegs = ({ legs }: FlowState) => legs.filter(({ role }) => role === 'staff');
export const customerLeg = ({ legs }: FlowState) => legs.find(({ role }) => role === 'customer');
/** The staff of an inbound call in ringing order. The members of a group ring at once. */
export function staffGroups({ ringStrategy, staff }: EngineCall): number[][] {
  const ids = staff.map(({ staffId }) => staffId);
  return ringStrategy === 'all' ? [ids] : ids.map((id) => [id]);
}
export const isInRungGroup = ({ call, groupsRung }: FlowState, { staffId }: CallLeg) =>
  staffGroups(call)
    .slice(0, groupsRung)
    .some((group) => group.some((id) => id === staffId));
export const answeringLeg = (state: FlowState) => legOf(state, state.answering);

/** The leg whose answer starts the conversation. */
const decidingLeg = (state: FlowState) => (isOutbound(state) ? customerLeg(state) : answeringLeg(state));
/** The call ends when one of these legs ends. */
const isParty = (state: FlowState, leg: CallLeg) => leg.role === 'customer' || leg.channel === state.answering;

export function answerOf(state: FlowState): AnswerMoment | undefined {
  const { answeredAt: at, staffId } = decidingLeg(state) ?? {};
  return at ? { at, staffId } : state.notedAnswer;
}

/** The channel that Asterisk records, while the parties talk; undefined if it is not known yet. */
export const recordedChannel = (state: FlowState) =>
  state.found || state.ended || !answerOf(state) ? undefined : state.answering;

/** Only a conversation can be on hold. */
export const isHeld = (state: FlowState) => state.change.kind === 'hold' && answerOf(state) !== undefined;

export const isDeciding = (state: FlowState, leg: CallLeg) => leg === decidingLeg(state);

/** The key that distinguishes requests and matches a reply to its request. */
export const requestKey = (request: Request) =>
  `${request.kind} ${'leg' in request ? request.leg : ''}${'number' in request ? ` ${request.number}` : ''}`;

export const isPending = ({ pending }: FlowState, ...kinds: Request['kind'][]) =>
  pending.some(({ kind }) => kinds.includes(kind));

export const isPendingFor = ({ pending }: FlowState, { channel }: CallLeg) =>
  pending.some(
    (request) => ('leg' in request && request.leg === channel) || ('legs' in request && request.legs.includes(channel)),
  );

export function addRequest({ state, commands }: Draft, request: Request): void {
  state.pending.push(request);
  commands.push({ kind: 'ask', request });
}

export function setTimer({ commands }: Draft, milliseconds: number, timer: Timer): void {
  commands.push({ kind: 'set timer', timer, milliseconds: Math.max(0, milliseconds) });
}

export function end({ state, commands, now }: Draft, by: EndedBy, at = now): void {
  if (state.ended) return;
  state.ended = { by, at };
  commands.push({ kind: 'placement', outcome: 'placed' }); // From now on this session reports the end of the call.
}

/** A phone rings. This is reported once. */
export function rang(draft: Draft, leg: CallLeg, at: Date): void {
  leg.rangAt ??= at;
  moveTo(leg, 'ringing');
  reportOnce(draft, 'ringing', leg, at);
}

/** The first staff leg to answer gets the call. An answer after the end of the leg or of the call is ignored. */
export function answered(draft: Draft, leg: CallLeg, at: Date): void {
  const { state } = draft;
  if (state.ended || leg.gone) return;
  leg.answeredAt ??= at;
  moveTo(leg, 'answered');
  if (leg.role === 'staff') state.answering ??= leg.channel;
  if (!isParty(state, leg)) return;
  const isFirst = reportOnce(draft, 'answered', leg, leg.answeredAt);
  if (isFirst && isDeciding(state, leg) && state.call.isRecorded)
    // The answer is noted beside the recording, so only a recorded call has a note.
    addRequest(draft, { kind: 'note answer', answer: { at: leg.answeredAt, staffId: leg.staffId } });
}

function reportOnce({ state, commands }: Draft, kind: 'ringing' | 'answered', leg: CallLeg, at: Date): boolean {
  const what = `${kind} ${leg.channel}`;
  if (state.ended || state.leavingAfter !== undefined || state.reported.includes(what)) return false;
  state.reported.push(what);
  const { role, staffId } = leg;
  const event = { ...onlyRef(state.call), kind, leg: role, ...(staffId !== undefined && { staffId }), at };
  commands.push({ kind: 'tell', event });
  return true;
}

export function gone(draft: Draft, leg: CallLeg, how: Gone): void {
  moveTo(leg, 'gone');
  endWith(draft, leg, how);
}

/** The call ends with one of its parties. One of several ringing phones may stop ringing without ending it. */
export function endWith(draft: Draft, leg: CallLeg, how: Gone): void {
  const { state } = draft;
  leg.gone ??= how;
  if (isParty(state, leg)) end(draft, endedByLeg(state, leg), leg.gone.at);
}

/** If no node ends a conversation that is too long, Asterisk does. Then neither party has hung up. */
function endedByLeg(state: FlowState, leg: CallLeg): EndedBy {
  const { ringSeconds, longestTalkSeconds } = state.limits;
  const talkedSeconds = ((leg.gone?.at.getTime() ?? 0) - (answerOf(state)?.at.getTime() ?? Infinity)) / 1_000;
  if (!leg.hasHungUp && talkedSeconds >= longestTalkSeconds) return { kind: 'too long' };
  return { kind: 'line', line: legAtEnd(leg, ringSeconds[leg.role]) };
}

/** Applies the state in which Asterisk shows a leg. The leg of an inbound caller shows nothing. */
export function catchUp(draft: Draft, leg: CallLeg, shown: string): void {
  const { state, now } = draft;
  if (leg.role === 'customer' && !isOutbound(state)) return;
  if (shown === 'Ringing') rang(draft, leg, leg.rangAt ?? now);
  if (shown === 'Up') leg.rangAt ??= now;
  if (shown === 'Up' || leg.answeredAt) answered(draft, leg, leg.answeredAt ?? now);
}
