import { onlyRef } from '../../../platform/call-ref.ts';
import { takeIn } from './flow-news.ts';
import {
  addRequest,
  answeringLeg,
  answerOf,
  customerLeg,
  type Draft,
  end,
  type FlowCommand,
  type FlowNews,
  type FlowState,
  isHeld,
  isInRungGroup,
  isOutbound,
  isPending,
  isPendingFor,
  setTimer,
  staffGroups,
  staffLegs,
} from './flow-state.ts';
import { type CallLeg, type HangupReason, hasReached, isThere, legAtEnd } from './leg.ts';
import { type EndedBy, toEnding } from './to-ending.ts';

// A call in Asterisk: a list of legs, a bridge, and the stages from the first leg to the end. `session.ts` carries out the
// commands that follow.
//
//   outbound   ringStaff ──► prepare ──► ringCustomer ──► bridge ──► hold ──► talk
//   inbound    takeCaller ──► ringGroups ──► answerCaller ──► record ──► bridge ──► hold ──► talk
//                                 ├──► answerCaller ──► greet ──► takeMessage    no staff member answers: voicemail
//                                 └──► giveUp                                    the project has none
//   any stage  ──► ended: hang up the legs, remove the bridge, finish the recording, report the end ──► over
//   any stage  ──► left: another node continues ──► over
//
// The stage is not stored: it is the first one whose goal is not reached. So late, repeated and reordered news do no harm, and
// a call that another node began continues from its current stage. The bridge marks that the customer may have been
// called: if Asterisk has a bridge without a customer leg, the customer must not be called again.

export function step(before: FlowState, news: FlowNews, now: Date): { state: FlowState; commands: FlowCommand[] } {
  if (before.isOver) return { state: before, commands: [] };
  const draft: Draft = { state: copyOf(before), commands: [], now };
  const { state } = draft;
  if (news.kind === 'leave') state.leavingAfter ??= nextWait(state);
  takeIn(draft, news);
  if (!state.ended) advance(draft);
  if (state.leavingAfter !== undefined) leaveWhenIdle(draft);
  else {
    hangUpLegs(draft);
    if (state.ended) takeDown(draft, state.ended);
  }
  return { state, commands: draft.commands };
}

const copyOf = (state: FlowState): FlowState => ({
  ...state,
  legs: state.legs.map((leg) => ({ ...leg, ...(leg.hangUp && { hangUp: { ...leg.hangUp } }) })),
  pending: [...state.pending],
  reported: [...state.reported],
});

// The stages up to the conversation.

type Stage = {
  /** Whether a party's action ends the stage, which may take long; otherwise Asterisk completes it in milliseconds. */
  waitsForParty: boolean;
  isDone(state: FlowState): boolean;
  /** Requests whatever is missing and has not been requested yet. */
  ask(draft: Draft): void;
};

function advance(draft: Draft): void {
  const { state } = draft;
  if (state.found || state.isStuck) return;
  const stages = stagesOf(state);
  const i = stages.findIndex((stage) => !stage.isDone(state));
  if (i > (state.leavingAfter ?? Infinity)) return;
  stages[i]?.ask(draft);
}

function stagesOf(state: FlowState): Stage[] {
  if (isOutbound(state)) return [ringStaff, prepare, ringCustomer, bridge, hold, talk];
  const rest = [answerCaller, record, bridge, hold, talk];
  if (state.answering) return [takeCaller, ringGroups, ...rest];
  if (state.call.hasVoicemail || state.message !== 'none')
    return [takeCaller, ringGroups, answerCaller, greet, takeMessage];
  return [takeCaller, ringGroups, giveUp];
}

/** The stage at which a node may leave the call. Earlier stages are finished, because Asterisk does not show their progress. */
function nextWait(state: FlowState): number {
  const stages = stagesOf(state);
  return stages.findIndex((stage) => !stage.isDone(state) && stage.waitsForParty);
}

const takeCaller: Stage = {
  waitsForParty: false,
  isDone: (state) => state.isCallerTaken,
  ask(draft) {
    const caller = customerLeg(draft.state);
    if (caller && !isPending(draft.state, 'take caller'))
      addRequest(draft, { kind: 'take caller', leg: caller.channel });
  },
};

const ringStaff: Stage = {
  waitsForParty: true,
  isDone: (state) => answeringLeg(state)?.answeredAt !== undefined,
  ask(draft) {
    const leg = answeringLeg(draft.state);
    if (leg) ring(draft, leg);
    else end(draft, { kind: 'refused', leg: 'staff', why: 'absent' });
  },
};

/** Rings all staff at once, or one after the other, until one of them answers. */
const ringGroups: Stage = {
  waitsForParty: true,
  isDone: (state) => state.message !== 'none' || (isRingingSettled(state) && (hasAnswer(state) || isUnanswered(state))),
  ask(draft) {
    const { state } = draft;
    for (const leg of staffLegs(state)) if (isInRungGroup(state, leg)) ring(draft, leg);
    const isUndecided = staffLegs(state).some((leg) => isThere(leg) || !isSettled(state, leg));
    const caller = customerLeg(state);
    if (isUndecided || state.leavingAfter !== undefined || !caller || isPending(state, 'mark rung')) return;
    // The mark comes first, so that the next node does not ring a staff member again who may have been rung.
    addRequest(draft, { kind: 'mark rung', leg: caller.channel, groups: state.groupsRung + 1 });
  },
};

const isRingingSettled = (state: FlowState) =>
  !isPending(state, 'mark rung') && staffLegs(state).every((leg) => isSettled(state, leg));
const hasAnswer = (state: FlowState) => state.answering !== undefined;
const isUnanswered = (state: FlowState) =>
  state.groupsRung >= staffGroups(state.call).length && !staffLegs(state).some(isThere);

/** The leg is neither being dialed nor about to be. */
function isSettled(state: FlowState, leg: CallLeg): boolean {
  if (leg.gone) return true;
  if (leg.isStuck || leg.state === 'creating' || leg.state === 'created') return false;
  if (leg.state === 'planned') return !isInRungGroup(state, leg);
  return !state.pending.some((request) => request.kind === 'dial' && request.leg === leg.channel);
}

/** Creates the channel, and dials once it is under control. The channel exists before a phone rings, so it is never lost. */
function ring(draft: Draft, leg: CallLeg): void {
  const { state, now } = draft;
  if (leg.isStuck || leg.gone) return;
  create(draft, leg);
  if (!isReadyToDial(leg)) return;
  leg.state = 'dialed';
  leg.dialedAt = now;
  addRequest(draft, { kind: 'dial', leg: leg.channel, ringSeconds: state.limits.ringSeconds[leg.role] });
}

function create(draft: Draft, leg: CallLeg): void {
  if (leg.state !== 'planned') return;
  leg.state = 'creating';
  addRequest(draft, { kind: 'create', leg: leg.channel, to: leg.to });
}

const isReadyToDial = ({ state, isControlled }: CallLeg) => state === 'created' && isControlled;

const answerCaller: Stage = {
  waitsForParty: false,
  isDone: (state) => state.bridge === 'there' || customerLeg(state)?.state === 'answered',
  ask(draft) {
    const caller = customerLeg(draft.state);
    if (caller && !isPending(draft.state, 'note answer', 'answer'))
      addRequest(draft, { kind: 'answer', leg: caller.channel });
  },
};

const record: Stage = {
  waitsForParty: false,
  // Another node may have made a bridge without a recording.
  isDone: ({ call, recording, bridge }) =>
    !call.isRecorded || recording === 'on' || (recording === 'none' && bridge !== 'none'),
  ask(draft) {
    const { state } = draft;
    if (state.recording !== 'none' || !state.answering) return;
    state.recording = 'asked';
    addRequest(draft, { kind: 'record', leg: state.answering, isClaimedFirst: state.isAdopted });
  },
};

const bridge: Stage = {
  waitsForParty: false,
  isDone: (state) => state.bridge === 'there' && legsOutside(state).length === 0,
  ask(draft) {
    const { state } = draft;
    makeBridge(draft);
    const legs = legsOutside(state);
    if (state.bridge !== 'there' || legs.length === 0 || state.join.isWaiting || isPending(state, 'join', 'hold'))
      return;
    join(draft, legs);
  },
};

function makeBridge(draft: Draft): void {
  if (draft.state.bridge !== 'none') return;
  draft.state.bridge = 'asked';
  addRequest(draft, { kind: 'make bridge' });
}

function join(draft: Draft, legs: CallLeg[]): void {
  const { mayHaveHoldBridge, answering } = draft.state;
  const endsHold = mayHaveHoldBridge && legs.some(({ role }) => role === 'customer');
  const channels = legs.map(({ channel }) => channel);
  addRequest(draft, { kind: 'join', legs: channels, endsHoldOf: endsHold ? answering : undefined });
}

/** Legs of the conversation outside its bridge. A customer on hold is in another. */
function legsOutside(state: FlowState): CallLeg[] {
  const customer = customerLeg(state);
  const isReady = customer && !isHeld(state);
  return [answeringLeg(state), isReady ? customer : undefined].flatMap((leg) =>
    leg && leg.bridge !== 'talk' ? [leg] : [],
  );
}

/**
 * Everything that a customer's phone must not ring without: the recording, the bridge and the leg. The staff member is waiting,
 * so the requests leave together, the bridge before the leg, as it marks that the customer may have been called.
 */
const prepare: Stage = {
  waitsForParty: false,
  isDone(state) {
    const customer = customerLeg(state);
    const isPrepared = customer !== undefined && (isReadyToDial(customer) || hasReached(customer, 'dialed'));
    return record.isDone(state) && state.bridge === 'there' && isPrepared;
  },
  ask(draft) {
    if (!record.isDone(draft.state)) record.ask(draft);
    makeBridge(draft);
    const customer = customerLeg(draft.state);
    if (customer) create(draft, customer);
  },
};

/** The customer leg joins the bridge just before it is dialed, so that the staff member gets the carrier's ringing or message. */
const ringCustomer: Stage = {
  waitsForParty: true,
  isDone: (state) => customerLeg(state)?.answeredAt !== undefined,
  ask(draft) {
    const customer = customerLeg(draft.state);
    bridge.ask(draft);
    if (customer) ring(draft, customer);
  },
};

/** The customer leg is in a separate bridge with music; the `bridge` stage moves it back. */
const hold: Stage = {
  waitsForParty: false,
  isDone: (state) => !isHeld(state) || customerLeg(state)?.bridge === 'hold',
  ask(draft) {
    const { state } = draft;
    const customer = customerLeg(state);
    if (!customer || !state.answering || isPending(state, 'join', 'hold')) return;
    state.mayHaveHoldBridge = true;
    const { number } = state.change;
    addRequest(draft, { kind: 'hold', leg: customer.channel, staff: state.answering, number });
  },
};

const talk: Stage = {
  waitsForParty: true,
  isDone: () => false,
  ask(draft) {
    const { state, now } = draft;
    const customer = customerLeg(state);
    if (customer) announce(draft, customer);
    if (state.isTalking || !customer) return;
    state.isTalking = true;
    const since = answerOf(state)?.at ?? now;
    const rest = since.getTime() + state.limits.longestTalkSeconds * 1_000 - now.getTime();
    setTimer(draft, rest, { kind: 'longest talk' });
  },
};

/** The announcement is for both parties, so it waits for the end of a hold. */
function announce(draft: Draft, customer: CallLeg): void {
  const { state } = draft;
  const { isRecorded, isAnnounced } = state.call;
  if (!isRecorded || !isAnnounced || state.isAnnouncementAsked || isHeld(state)) return;
  state.isAnnouncementAsked = true;
  addRequest(draft, { kind: 'announce', leg: customer.channel });
}

const greet: Stage = {
  waitsForParty: true,
  isDone: ({ greeting, message }) => greeting === 'played' || message !== 'none',
  ask(draft) {
    const { state } = draft;
    const caller = customerLeg(state);
    if (state.greeting !== 'none' || !caller) return;
    state.greeting = 'asked';
    addRequest(draft, { kind: 'greet', leg: caller.channel, playback: state.greetingName });
  },
};

/** Records the caller after the tone, until the caller hangs up or Asterisk reaches the time limit. */
const takeMessage: Stage = {
  waitsForParty: true,
  isDone: () => false,
  ask(draft) {
    const { state } = draft;
    const caller = customerLeg(state);
    if (state.message === 'asked' || state.message === 'on' || !caller) return;
    // A recording that another node asked for returns to this node.
    addRequest(draft, { kind: state.message === 'found' ? 'claim' : 'record message', leg: caller.channel });
    state.message = 'asked';
  },
};

const giveUp: Stage = {
  waitsForParty: false,
  isDone: () => false,
  ask(draft) {
    const { call, limits } = draft.state;
    const rung = staffLegs(draft.state).filter((leg) => leg.gone);
    const lines = rung.map((leg) => legAtEnd(leg, limits.ringSeconds.staff));
    end(draft, { kind: 'nobody', lines, isAllStaffBusy: call.isAllStaffBusy });
  },
};

// The stages after the end.

type Ended = NonNullable<FlowState['ended']>;
type Finished = NonNullable<FlowState['finished']>;

/** Hangs up each leg that must end, once its pending requests are answered, and repeats until the leg is gone. */
function hangUpLegs(draft: Draft): void {
  const { state } = draft;
  for (const leg of state.legs) {
    if (state.ended) leg.hangUp ??= { reason: reasonFor(state, leg, state.ended.by), isAsked: false };
    else if (isAnsweredElsewhere(state, leg)) leg.hangUp ??= { reason: 'answered_elsewhere', isAsked: false };
    if (!leg.hangUp || leg.hangUp.isAsked || !isThere(leg) || isPendingFor(state, leg)) continue;
    leg.hangUp.isAsked = true;
    addRequest(draft, { kind: 'hang up', leg: leg.channel, reason: leg.hangUp.reason });
  }
}

const isAnsweredElsewhere = (state: FlowState, leg: CallLeg) =>
  leg.role === 'staff' && hasAnswer(state) && leg.channel !== state.answering && ringGroups.isDone(state);

/** A caller whose call was not answered must not get a normal clearing. */
function reasonFor(state: FlowState, leg: CallLeg, by: EndedBy): HangupReason {
  if (isOutbound(state) || leg.role !== 'customer' || answerOf(state) || by.kind === 'api') return 'normal';
  const { reason } = toEnding('inbound', by, 'nothing');
  // 503: the carrier may try another server.
  if (reason === 'engine_error') return 'congestion';
  return reason === 'staff_busy' ? 'busy' : 'no_answer';
}

/** Hangs up and removes everything. Once nothing is left in Asterisk and the recording is complete, the end is reported. */
function takeDown(draft: Draft, { by, at: begunAt }: Ended): void {
  const { state } = draft;
  if (state.legs.some(isThere) || state.pending.length > 0) return;
  const answer = answerOf(state);
  // Asterisk has dated the answer, and its clock may differ from that of this node.
  const at = (answer && by.kind !== 'line' && answeringLeg(state)?.gone?.at) || begunAt;
  // After the legs: if this node dies now, the next one must not conclude that the customer has not been called yet.
  if (state.bridge !== 'none')
    addRequest(draft, { kind: 'remove bridges', names: state.mayHaveHoldBridge ? ['talk', 'hold'] : ['talk'] });
  else if (state.finished) reportEnd(draft, { by, at }, state.finished);
  else {
    const mayBeMessage = !answer && by.kind !== 'api';
    addRequest(draft, { kind: 'finish recording', endedAt: at, answer, mayBeMessage, isOnly: state.isRecordingOnly });
  }
}

function reportEnd({ state, commands }: Draft, { by, at }: Ended, { cameTo, recording }: Finished): void {
  state.isOver = true;
  commands.push({ kind: 'over' });
  const common = { ...onlyRef(state.call), at };
  const answer = answerOf(state);
  // The recording comes first, so that both commit together.
  if (recording) commands.push({ kind: 'tell', event: { ...common, kind: 'recorded', ...recording } });
  const ending = {
    ...toEnding(state.call.callType, by, cameTo),
    ...(answer && { answeredAt: answer.at }),
    ...(answer?.staffId !== undefined && { answeredBy: answer.staffId }),
  };
  commands.push({ kind: 'tell', event: { ...common, kind: 'ended', ending } });
}

/** Stops once no request is pending. The call itself goes on, and another node follows it. */
function leaveWhenIdle({ state, commands }: Draft): void {
  const isOnTheWay = !state.ended && !state.isStuck && (state.recording === 'asked' || state.legs.some(isComing));
  if (state.pending.length > 0 || isOnTheWay) return;
  state.isOver = true;
  commands.push({ kind: 'placement', outcome: 'placed' }, { kind: 'over' });
}

/** Created, but not under control yet. */
const isComing = (leg: CallLeg) => leg.state === 'created' && !leg.isControlled && !leg.isStuck;
