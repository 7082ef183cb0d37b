import type { StaffId } from '../../../platform/ids.ts';
import type { Leg as Role } from '../../engine.ts';
import type { Destination } from '../provisioning/endpoint.ts';
import type { LineAtEnd, Refusal } from './to-ending.ts';

// One leg of a call: a channel in Asterisk and its known state.
//
//   planned ──► creating ──► created ──► dialed ──► ringing ──► answered ──► gone
//                  └──► refused
//
// A leg moves forward only, and may skip states: messages of Asterisk come late, twice or not at all. A caller's leg is
// `created` when the call arrives, and `answered` once this side answers it.

export type CallLeg = {
  readonly role: Role;
  readonly channel: string;
  /** The staff member whose phone it is. */
  readonly staffId?: StaffId | undefined;
  /** The destination that Asterisk dials; undefined for an inbound caller, and for a staff member without a usable phone. */
  readonly to?: Destination | undefined;
  state: LegState;
  /** Asterisk has put the channel under the control of this application. */
  isControlled: boolean;
  /** When this node first knew that the channel exists, by the clock of `performance.now`. */
  thereSince?: number;
  /** The bridge of the channel: in `talk` the parties hear each other, in `hold` the customer hears music. */
  bridge?: 'talk' | 'hold' | undefined;
  /** Asterisk refused a request for this leg. Usually the channel is gone and the message about it is on its way. */
  isStuck: boolean;
  /** The leg is to be hung up, with this reason; `isAsked` until it is time to ask again. */
  hangUp?: { reason: HangupReason; isAsked: boolean };
  dialedAt?: Date;
  rangAt?: Date;
  /** When the party answered. Never set for an inbound caller, whose call this side answers. */
  answeredAt?: Date;
  /** The party hung up, as opposed to Asterisk or this node. */
  hasHungUp: boolean;
  /** Why Asterisk did not create the channel. */
  refusal?: Refusal;
  gone?: Gone;
};

export type Gone = { at: Date; cause?: number; sipCode?: number };

/** The hangup cause that Asterisk sends to the phone or the carrier. */
export type HangupReason = 'normal' | 'answered_elsewhere' | 'busy' | 'no_answer' | 'congestion';

const states = [
  'planned',
  'creating',
  'created',
  'dialed',
  'ringing',
  'answered',
  'refused',
  'gone',
] as const satisfies string[];
export type LegState = (typeof states)[number];

export const newLeg = (party: Pick<CallLeg, 'role' | 'channel' | 'staffId' | 'to'>): CallLeg => ({
  ...party,
  state: 'planned',
  isControlled: false,
  isStuck: false,
  hasHungUp: false,
});

/** Whether the leg has come at least this far. */
export const hasReached = (leg: CallLeg, state: LegState) => states.indexOf(leg.state) >= states.indexOf(state);

export function moveTo(leg: CallLeg, state: LegState): void {
  if (!hasReached(leg, state)) leg.state = state;
}

/** Asterisk has the channel, or may have it. */
export const isThere = (leg: CallLeg) => hasReached(leg, 'creating') && !hasReached(leg, 'refused');

/** The timers of Asterisk and of a node differ by up to this time (ms). */
const slack = 500;

export function legAtEnd(leg: CallLeg, ringSeconds: number): LineAtEnd {
  const { role, hasHungUp, refusal, dialedAt, gone } = leg;
  const rungFor = dialedAt && gone ? gone.at.getTime() - dialedAt.getTime() : 0;
  return {
    leg: role,
    hungUp: hasHungUp,
    refusal,
    rang: leg.rangAt !== undefined,
    answered: leg.answeredAt !== undefined,
    timedOut: rungFor >= ringSeconds * 1_000 - slack,
    cause: gone?.cause,
    sipCode: gone?.sipCode,
  };
}
