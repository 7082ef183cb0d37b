import type { StaffId } from '../../../platform/ids.ts';
import { type EngineCall, lastChange } from '../../engine.ts';
import { type AriBridge, type AriChannel, momentOf } from '../ari/ari-messages.ts';
import { customerChannel, greetingName, readChannelName, staffChannel } from '../ari/call-names.ts';
import { customerDestination, staffDestination } from '../provisioning/endpoint.ts';
import { recordContext } from './call-requests.ts';
import {
  answeringLeg,
  type CallLimits,
  catchUp,
  customerLeg,
  type Draft,
  end,
  type FlowState,
  type Found,
  gone,
  isDeciding,
  isHeld,
  isInRungGroup,
  isOutbound,
  type RequestResult,
  setTimer,
  staffLegs,
} from './flow-state.ts';
import { type CallLeg, isThere, moveTo, newLeg } from './leg.ts';

// The first state of a call: new, or derived from the channels and bridges that Asterisk has for it.

/** The call is to be placed, it has come in, or another node began it. */
export type CallOrigin = { kind: 'place' } | { kind: 'receive'; caller: AriChannel } | { kind: 'adopt'; found: Found };

export type StartOptions = { limits: CallLimits; app: string; trunk: string };

export function startState(call: EngineCall, origin: CallOrigin, { limits, app, trunk }: StartOptions): FlowState {
  const found = origin.kind === 'adopt' ? origin.found : undefined;
  const customer =
    origin.kind === 'receive'
      ? { ...newLeg({ role: 'customer', channel: origin.caller.id }), state: 'created' as const, isControlled: true }
      : newLeg({
          role: 'customer',
          channel: found?.customer?.id ?? customerChannel(call),
          to: customerDestination(call, trunk),
        });
  const staff = staffIdsOf(call, found).map((staffId) => {
    const phone = call.staff.find((one) => one.staffId === staffId)?.phone;
    const to = phone === undefined ? undefined : staffDestination(call, phone, trunk);
    return newLeg({ role: 'staff', channel: staffChannel(call, staffId), staffId, to });
  });
  return {
    call,
    limits,
    greetingName: greetingName(call, found && app),
    isAdopted: found !== undefined,
    found,
    legs: [customer, ...staff],
    answering: call.callType === 'outbound' ? staff[0]?.channel : undefined,
    bridge: 'none',
    recording: 'none',
    groupsRung: 0,
    isCallerTaken: false,
    greeting: 'none',
    message: 'none',
    isTalking: false,
    isAnnouncementAsked: false,
    join: { failures: 0, isWaiting: false },
    change: lastChange(call.holdTimes),
    mayHaveHoldBridge: false,
    pending: [],
    isStuck: false,
    reported: [],
    isRecordingOnly: false,
    isOver: false,
  };
}

/** The staff to ring and the staff already rung, which differ if the list has changed since another node began the call. */
function staffIdsOf({ staff }: EngineCall, found: Found | undefined): StaffId[] {
  const ids = found?.staff.flatMap(({ id }) => readChannelName(id)?.staffId ?? []) ?? [];
  return [...new Set([...staff.map(({ staffId }) => staffId), ...ids])];
}

/** The longest delay (ms) of a message about a channel that is gone. */
export const newsOnTheWay = 1_000;

type Marks = Pick<Extract<RequestResult, { kind: 'marks' }>, 'answer' | 'groupsRung'>;

/** Puts an adopted call into the state that follows from its channels in Asterisk and from the marks of the previous node. */
export function takeOver(draft: Draft, found: Found, { answer, groupsRung }: Marks): void {
  const { state } = draft;
  state.notedAnswer = answer;
  state.groupsRung = groupsRung;
  if (found.recordedUntil) {
    state.isRecordingOnly = true;
    end(draft, { kind: 'system', reason: 'system_recovered' }, found.recordedUntil);
    return;
  }
  state.bridge = found.bridge ? 'there' : 'none';
  state.mayHaveHoldBridge = found.holdBridge !== undefined;
  const isIn = (bridge: AriBridge | undefined, { channel }: CallLeg) => bridge?.channels.includes(channel) ?? false;
  state.answering ??= staffLegs(state).find(
    (leg) => (answer?.staffId !== undefined && leg.staffId === answer.staffId) || isIn(found.bridge, leg),
  )?.channel;
  for (const leg of state.legs) {
    leg.bridge = isIn(found.bridge, leg) ? 'talk' : isIn(found.holdBridge, leg) ? 'hold' : undefined;
    takeOverLeg(draft, leg, channelOf(leg, found));
  }
  const isRecorded = (leg: CallLeg | undefined) => leg && channelOf(leg, found)?.dialplan?.context === recordContext;
  if (isRecorded(answeringLeg(state))) state.recording = 'on';
  if (!isOutbound(state)) takeOverCaller(draft, found, isRecorded(customerLeg(state)) ?? false);
  const customer = customerLeg(state);
  if (state.call.isHangingUp) end(draft, { kind: 'api' });
  if (customer && isOutbound(state) && isUndialed(customer, found))
    end(draft, { kind: 'system', reason: 'system_recovered' });
  // A node that died during a hold or resume may have left silence on the staff leg; joining again ends it.
  if (found.holdBridge && customer && !isHeld(state)) customer.bridge = undefined;
}

/**
 * A node asks to dial the customer only behind its request to join the leg. This node must not dial a leg outside the bridge
 * either: the other node may still do so.
 */
const isUndialed = (customer: CallLeg, { customer: channel }: Found) =>
  isThere(customer) && channel?.state === 'Down' && customer.bridge === undefined;

const channelOf = ({ role, channel }: CallLeg, { staff, customer }: Found) =>
  role === 'customer' ? customer : staff.find(({ id }) => id === channel);

function takeOverLeg(draft: Draft, leg: CallLeg, channel: AriChannel | undefined): void {
  const { state, now } = draft;
  const mustBeThere =
    leg.channel === state.answering || (leg.role === 'customer' && (state.bridge === 'there' || !isOutbound(state)));
  // The leg may have gone since it was found.
  if (!channel || leg.gone) {
    if (mustBeThere) gone(draft, leg, leg.gone ?? { at: now });
    else if (isInRungGroup(state, leg)) moveTo(leg, 'gone'); // It is not rung again.
    return;
  }
  const isCaller = leg.role === 'customer' && !isOutbound(state);
  leg.isControlled = true;
  leg.dialedAt = momentOf(channel.creationtime);
  moveTo(leg, isCaller ? 'created' : 'dialed');
  const noted = isDeciding(state, leg) ? state.notedAnswer?.at : undefined;
  // Set even if the call was hung up meanwhile: the hangup then ends a conversation.
  if (channel.state === 'Up' && !isCaller) leg.answeredAt ??= noted ?? now;
  catchUp(draft, leg, channel.state);
  if (channel.state === 'Down') waitForSignOfLife(draft, leg, leg.dialedAt);
}

/**
 * A customer's channel stays down in Asterisk while the phone rings, so Asterisk does not show whether it was dialed, and no
 * channel may be dialed twice. Most likely it was dialed and rings: then Asterisk ends it in time, otherwise this node does.
 */
function waitForSignOfLife(draft: Draft, leg: CallLeg, dialedAt: Date): void {
  leg.rangAt ??= dialedAt;
  const rest = dialedAt.getTime() + draft.state.limits.ringSeconds[leg.role] * 1_000 - draft.now.getTime();
  setTimer(draft, Math.max(0, rest) + newsOnTheWay, { kind: 'sign of life', leg: leg.channel });
}

function takeOverCaller(draft: Draft, { customer }: Found, isMessage: boolean): void {
  const { state } = draft;
  const caller = customerLeg(state);
  if (customer?.state === 'Up' && caller) {
    state.isCallerTaken = true;
    moveTo(caller, 'answered');
  }
  if (isMessage) state.message = 'found';
  // The staff member who answered has gone.
  if (state.bridge === 'there' && !state.answering) end(draft, { kind: 'system', reason: 'system_recovered' });
}
