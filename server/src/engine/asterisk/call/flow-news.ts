import { onlyRef } from '../../../platform/call-ref.ts';
import { newsOnTheWay, takeOver } from './flow-start.ts';
import {
  addRequest,
  answered,
  catchUp,
  customerLeg,
  type Draft,
  end,
  endWith,
  type FlowNews,
  type FlowState,
  gone,
  isOutbound,
  isPending,
  type Look,
  legOf,
  type Request,
  type RequestResult,
  rang,
  requestKey,
  setTimer,
  type Timer,
} from './flow-state.ts';
import { type CallLeg, isThere, moveTo } from './leg.ts';

// How each piece of news changes the state of a call. Repeated news, and news of an unknown leg or request, change nothing.

/** Asterisk completes a request that involves no telephone at once, so this limit (ms) is generous. */
const asteriskPatience = 5_000;
const notAtOnce = 'Asterisk did not do at once what it said it would.';
const hangUpAgainAfter = 2_000;
/** A conversation survives an Asterisk that does not answer for a while. */
const joinAgainAfter = 1_000;
const mostJoinFailures = 60;

export function takeIn(draft: Draft, news: FlowNews): void {
  const { state, commands } = draft;
  switch (news.kind) {
    case 'begin':
      begin(draft, news.receivedAt);
      break;
    case 'entered':
    case 'ringing':
    case 'answered':
    case 'hung up':
    case 'gone': {
      const leg = legOf(state, news.channel);
      if (leg) takeInOfLeg(draft, leg, news);
      break;
    }
    case 'played':
      takeInPlayed(draft, news.playback, news.isFailed);
      break;
    case 'announcement failed':
      // The announcement also fails when a party hangs up during it.
      if (!state.ended) commands.push({ kind: 'report', problem: 'announcement failed' });
      break;
    case 'looked':
      takeInLook(draft, news.look);
      break;
    case 'done':
    case 'failed': {
      const request = state.pending.find((one) => requestKey(one) === requestKey(news.request));
      if (!request) return;
      state.pending = state.pending.filter((one) => one !== request);
      if (news.kind === 'done') takeInDone(draft, request, news.result);
      else takeInFailed(draft, news);
      break;
    }
    case 'timer':
      takeInTimer(draft, news.timer);
      break;
    case 'change':
      if (news.change.number > state.change.number) state.change = news.change;
      break;
    case 'hang up':
      end(draft, { kind: 'api' });
      break;
    case 'give up':
      end(draft, { kind: 'refused', leg: 'staff', why: news.why });
      break;
    case 'lose':
      end(draft, { kind: 'system', reason: 'engine_error' }, news.at);
      for (const leg of state.legs) gone(draft, leg, { at: news.at });
      break;
    case 'leave':
      break; // `flow.ts` decides how far the call still goes.
  }
}

function begin(draft: Draft, receivedAt: number): void {
  const { state } = draft;
  const { found } = state;
  for (const leg of state.legs) {
    const isKnown = found ? [found.customer, ...found.staff].some((one) => one?.id === leg.channel) : isThere(leg);
    if (isKnown) leg.thereSince = receivedAt;
  }
  if (found) addRequest(draft, { kind: 'read marks', caller: isOutbound(state) ? undefined : found.customer?.id });
}

type LegNews = Extract<FlowNews, { channel: string }>;

function takeInOfLeg(draft: Draft, leg: CallLeg, news: LegNews): void {
  switch (news.kind) {
    case 'entered':
      leg.isControlled = true;
      leg.thereSince ??= news.receivedAt;
      if (news.via === 'recording') takeInRecording(draft, leg);
      break;
    case 'ringing':
      rang(draft, leg, news.at);
      break;
    case 'answered':
      answered(draft, leg, news.at);
      break;
    case 'hung up':
      leg.hasHungUp = true;
      break;
    case 'gone':
      gone(draft, leg, news.gone);
      break;
  }
}

/** While a message is recorded, nothing else is sent to the caller, and a carrier may take a line without packets for dead. */
function takeInRecording(draft: Draft, { channel, role }: CallLeg): void {
  const { state } = draft;
  if (channel === state.answering) state.recording = 'on';
  if (role !== 'customer' || state.message !== 'asked') return;
  state.message = 'on';
  if (!state.ended) addRequest(draft, { kind: 'send silence', leg: channel });
}

function takeInPlayed({ state, commands }: Draft, playback: string, isFailed: boolean): void {
  if (playback !== state.greetingName || state.greeting !== 'asked') return;
  state.greeting = 'played';
  if (isFailed && !state.ended) commands.push({ kind: 'report', problem: 'greeting failed' });
}

function takeInLook(draft: Draft, look: Look): void {
  const { state } = draft;
  if (state.found) {
    state.earlyLook = look;
    return;
  }
  for (const leg of state.legs) {
    if (!isThere(leg) || leg.thereSince === undefined || leg.thereSince >= look.askedAt) continue;
    const channel = look.channels.get(leg.channel);
    if (channel) catchUp(draft, leg, channel.state);
    else setTimer(draft, newsOnTheWay, { kind: 'missing', leg: leg.channel });
  }
  if (state.greeting === 'asked' && !isPending(state, 'greet', 'check playback'))
    addRequest(draft, { kind: 'check playback', playback: state.greetingName });
}

function takeInDone(draft: Draft, request: Request, result: RequestResult | undefined): void {
  const { state, commands, now } = draft;
  const leg = 'leg' in request ? legOf(state, request.leg) : undefined;
  switch (request.kind) {
    case 'create':
      if (leg) takeInCreated(draft, leg, result);
      break;
    case 'dial':
      if (leg?.role === 'staff') commands.push({ kind: 'placement', outcome: 'placed' });
      break;
    case 'take caller':
      state.isCallerTaken = true;
      break;
    case 'answer':
      if (leg) moveTo(leg, 'answered');
      break;
    case 'record':
      if (state.recording !== 'on') setTimer(draft, asteriskPatience, { kind: 'return', leg: request.leg });
      break;
    case 'mark rung':
      state.groupsRung = request.groups;
      break;
    case 'check playback':
      if (result?.kind === 'played') takeInPlayed(draft, request.playback, false);
      break;
    case 'make bridge':
      state.bridge = 'there';
      break;
    case 'join':
      for (const channel of request.legs) setBridge(legOf(state, channel), 'talk');
      state.join = { failures: 0, isWaiting: false };
      break;
    case 'hold':
      setBridge(leg, 'hold');
      break;
    case 'hang up':
      if (leg && result?.kind === 'not there') gone(draft, leg, { at: now });
      else setTimer(draft, hangUpAgainAfter, { kind: 'hang up again', leg: request.leg });
      break;
    case 'remove bridges':
      forgetBridges(state);
      break;
    case 'read marks':
      if (result?.kind === 'marks') takeInMarks(draft, result);
      break;
    case 'finish recording':
      if (result?.kind === 'recording') state.finished = result;
  }
}

function takeInCreated(draft: Draft, leg: CallLeg, result: RequestResult | undefined): void {
  const { state, commands, now } = draft;
  if (result?.kind !== 'not created') {
    moveTo(leg, 'created');
    if (!leg.isControlled) setTimer(draft, asteriskPatience, { kind: 'entry', leg: leg.channel });
    return;
  }
  const { why } = result;
  leg.refusal = why;
  leg.gone = { at: now };
  moveTo(leg, 'refused');
  if (!isOutbound(state)) return; // Other staff legs may still answer.
  if (leg.role === 'customer') end(draft, { kind: 'refused', leg: 'customer', why });
  // A call that was hung up meanwhile ends here, so that no other Asterisk places it.
  else if (!state.ended) commands.push({ kind: 'placement', outcome: why });
}

function setBridge(leg: CallLeg | undefined, bridge: CallLeg['bridge']): void {
  if (leg) leg.bridge = bridge;
}

function forgetBridges(state: FlowState): void {
  state.bridge = 'none';
  state.mayHaveHoldBridge = false;
}

function takeInMarks(draft: Draft, marks: Parameters<typeof takeOver>[2]): void {
  const { found, earlyLook } = draft.state;
  if (!found) return;
  draft.state.found = undefined;
  takeOver(draft, found, marks);
  if (earlyLook) takeInLook(draft, earlyLook);
}

function takeInFailed(draft: Draft, { request, isRefusal, error }: Extract<FlowNews, { kind: 'failed' }>): void {
  const { state, commands } = draft;
  switch (request.kind) {
    case 'note answer':
      commands.push({ kind: 'report', problem: 'answer not noted', error });
      break;
    case 'check playback': // The next look checks again.
    case 'send silence': // The message is recorded without it.
      break;
    case 'hang up':
      setTimer(draft, hangUpAgainAfter, { kind: 'hang up again', leg: request.leg });
      break;
    case 'remove bridges':
      forgetBridges(state);
      commands.push({ kind: 'report', problem: 'bridge left', error });
      break;
    case 'hold':
      giveUpHold(state, request.number);
      setTimer(draft, newsOnTheWay, { kind: 'explanation', request, error });
      break;
    case 'join':
      if (state.isTalking && state.join.failures < mostJoinFailures) {
        for (const channel of request.legs) setBridge(legOf(state, channel), undefined); // Asterisk may have joined them.
        state.join = { failures: state.join.failures + 1, isWaiting: true };
        setTimer(draft, joinAgainAfter, { kind: 'join again' });
      } else takeInFatal(draft, request, isRefusal, error);
      break;
    case 'announce': // The call continues without it.
      setTimer(draft, newsOnTheWay, { kind: 'explanation', request, error });
      break;
    case 'read marks':
      fail(draft, error);
      takeInMarks(draft, { answer: undefined, groupsRung: 0 });
      break;
    default:
      takeInFatal(draft, request, isRefusal, error);
  }
}

function takeInFatal(draft: Draft, request: Request, isRefusal: boolean, error: unknown): void {
  if (isRefusal) takeInRefused(draft, request, error);
  else fail(draft, error);
}

/** Usually Asterisk refuses a request because its channel has just gone, and the message about that is on its way. */
function takeInRefused(draft: Draft, request: Request, error: unknown): void {
  const { state, now } = draft;
  const leg = 'leg' in request ? legOf(state, request.leg) : undefined;
  if (leg && request.kind === 'take caller') {
    endWith(draft, leg, { at: now }); // If the channel still exists, it is hung up.
    return;
  }
  if (request.kind === 'create' && leg?.state === 'creating') leg.state = 'planned'; // Asterisk has no such channel.
  if (leg && isRingOfSeveral(draft, leg, request)) leg.isStuck = true;
  else state.isStuck = true;
  setTimer(draft, newsOnTheWay, { kind: 'explanation', request, error });
}

const isRingOfSeveral = ({ state }: Draft, leg: CallLeg, { kind }: Request) =>
  !isOutbound(state) && leg.role === 'staff' && (kind === 'create' || kind === 'dial');

function fail(draft: Draft, error: unknown): void {
  if (draft.state.ended) return;
  draft.commands.push({ kind: 'report', problem: 'call failed', error });
  end(draft, { kind: 'system', reason: 'engine_error' });
}

function takeInTimer(draft: Draft, timer: Timer): void {
  const { state, now } = draft;
  const leg = 'leg' in timer ? legOf(state, timer.leg) : undefined;
  switch (timer.kind) {
    case 'entry':
      if (leg && isThere(leg) && !leg.isControlled) fail(draft, new Error(notAtOnce));
      break;
    case 'return':
      if (state.recording === 'asked') fail(draft, new Error(notAtOnce));
      break;
    case 'missing':
      if (leg && isThere(leg)) gone(draft, leg, { at: now });
      break;
    case 'sign of life':
      if (!leg || leg.answeredAt || !isThere(leg)) break;
      if (leg.role === 'customer' || leg.channel === state.answering)
        end(draft, { kind: 'system', reason: 'system_recovered' });
      else leg.hangUp ??= { reason: 'normal', isAsked: false };
      break;
    case 'hang up again':
      if (leg?.hangUp) leg.hangUp.isAsked = false;
      break;
    case 'explanation':
      takeInUnexplained(draft, timer);
      break;
    case 'join again':
      state.join = { ...state.join, isWaiting: false };
      break;
    case 'longest talk':
      end(draft, { kind: 'too long' });
  }
}

/** No message arrived that explains the refusal. */
function takeInUnexplained(draft: Draft, { request, error }: Extract<Timer, { kind: 'explanation' }>): void {
  const { state, commands } = draft;
  const leg = 'leg' in request ? legOf(state, request.leg) : undefined;
  const isCustomerThere = !state.ended && !customerLeg(state)?.gone;
  if (request.kind === 'hold') {
    if (!isCustomerThere) return;
    commands.push({ kind: 'report', problem: 'hold failed', error });
    const failed = { kind: 'hold failed', number: request.number, at: draft.now } as const;
    commands.push({ kind: 'tell', event: { ...onlyRef(state.call), ...failed } });
  } else if (request.kind === 'announce') {
    if (isCustomerThere) commands.push({ kind: 'report', problem: 'announcement failed', error });
  } else if (!(leg && isRingOfSeveral(draft, leg, request) && leg.gone)) fail(draft, error);
}

/**
 * The conversation goes on, unless another change came since. It is unknown which bridge the customer is in now, so the leg
 * joins the wanted one again.
 */
function giveUpHold(state: FlowState, number: number): void {
  if (number === state.change.number) state.change = { kind: 'resume', number };
  const customer = customerLeg(state);
  if (customer) customer.bridge = undefined;
}
