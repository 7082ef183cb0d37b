import type { CallRef } from '../platform/call-ref.ts';
import type { StaffId } from '../platform/ids.ts';

// What makes telephones ring, in our own words. The simulator and Asterisk stand behind this port, and one suite
// (test/engine-suite.ts) runs against each of them.
//
//   place ──► ringing staff ──► answered staff ──► ringing customer ──► answered customer ◄──► change ──► ended
//   receive ──► ringing staff ──► answered staff ◄──► change ──► ended
//                     └──► nobody answers ──► voicemail, where the project has it ──► ended
//
// An engine tells what happened and when; what that means for a call is decided by `calls/state/call-state.ts`. It may tell a
// thing late, twice or not at all, as telephone networks do, but it tells the end of every call it was given.

export type Leg = 'staff' | 'customer';

/** Where a staff member is called: at a SIP address or an E.164 number. */
export type StaffPhone = { staffId: StaffId; phone: string };

/** Everything an engine needs to know of a call, so that another node can follow it after this one died. */
export type EngineCall = CallRef & {
  callType: 'outbound' | 'inbound';
  /** The customer's number as it is to be dialled, or as it called; a word where a caller does not show one. */
  number: string;
  /** Who is rung: one for an outbound call, any number for one that comes in; nobody where nobody can be. */
  staff: StaffPhone[];
  /** Whether several are rung at once or one after the other. */
  ringStrategy: RingStrategy;
  /** Nobody is rung because all who would be are on the phone. */
  isEverybodyBusy: boolean;
  isRecorded: boolean;
  /** Whether both are told at the beginning that they are recorded. */
  isAnnounced: boolean;
  /** Whether a caller whom nobody answers may leave a message. */
  hasVoicemail: boolean;
  /** What is spoken to the parties, as BCP 47 names it. */
  language: string;
  /** The project's number, which the customer sees; null where it has none. */
  callerId: string | null;
  /** The trunk that the call goes out over; null for the engine's own choice. */
  trunk: string | null;
  /** When the engine was told, or is being told now. */
  dialledAt: Date;
  /** When it was put on hold, resumed, put on hold again and so on: on hold after an odd number of times. */
  holdTimes: Date[];
};

/** A change of the legs of a call in conversation. On hold, the customer hears music and the parties do not hear each other. */
export type CallChange = {
  kind: 'hold' | 'resume';
  /** Changes of a call are counted (`holdTimes`). An engine ignores a change that is not newer than the last one. */
  number: number;
};

/** The last change of a call; number 0 where there was none. */
export const lastChange = ({ length }: readonly Date[]): CallChange => ({
  kind: length % 2 === 1 ? 'hold' : 'resume',
  number: length,
});

export type RingStrategy = 'all' | 'in_order';

export type EndStatus = 'no_answer' | 'busy' | 'rejected' | 'canceled' | 'failed' | 'missed_call' | 'voicemail';

/** Why a call ended, exactly. Once published, a reason keeps its meaning. */
export type EndReason =
  | 'completed' // They talked, and one of them hung up.
  | 'no_answer'
  | 'busy'
  | 'rejected'
  | 'canceled_by_staff'
  | 'canceled_by_api'
  | 'hung_up_by_api'
  | 'voicemail'
  | 'caller_gave_up'
  | 'staff_no_answer'
  | 'staff_busy'
  | 'staff_rejected'
  | 'staff_unreachable'
  | 'invalid_number'
  | 'unreachable'
  | 'trunk_error'
  | 'trunk_down'
  | 'engine_error'
  | 'too_long'
  | 'media_lost' // Nothing came from one of them any more, not even silence.
  | 'system_recovered';

export type Ending = {
  /** What it is when nobody had answered; a call that was answered stays connected. */
  status: EndStatus;
  reason: EndReason;
  hangupBy: Leg | 'system';
  sipCode?: number;
  q850Cause?: number;
  /** When the other party answered, where the engine knows: news of it may have been lost. */
  answeredAt?: Date;
  /** Which staff member answered a call that came in. */
  answeredBy?: StaffId;
};

/** ITU-T Q.850: the cause of a call that one of its parties, or we, hung up. */
export const normalClearing = 16;

export type EngineEvent =
  /** On the staff's side it says whose telephone it is; of several that ring, one at most answers. */
  | (CallRef & { kind: 'ringing' | 'answered'; leg: Leg; staffId?: StaffId; at: Date })
  | (CallRef & { kind: 'ended'; at: Date; ending: Ending })
  /** The customer could not be put on hold and the parties still hear each other; `number` is that of the change. */
  | (CallRef & { kind: 'hold failed'; number: number; at: Date })
  /**
   * A file of two channels, the staff member on the left, which whoever hears of it takes away; of a message, the caller
   * alone. It is told before the end of its call, so that both commit together.
   */
  | (CallRef & { kind: 'recorded'; at: Date; file: string; seconds: number })
  /** Somebody calls us. `ref` is the engine's own name for the call and stays the same when it is told again. */
  | { kind: 'arrived'; ref: string; from: string; to: CalledNumber; at: Date };

/**
 * The number that was called, as the carrier wrote it, and the trunk that the call came over (null for the engine's own); or
 * in a simulation, where nobody has a number, the call that is being returned. A carrier with which we register may call our
 * user name there, and tell the number in To.
 */
type CalledNumber = { number: string; numberInTo?: string; trunk: string | null } | { returns: CallRef };

export type Engine = {
  readonly name: string;
  /** Whether a call could be placed right now. */
  isReady(): boolean;
  /** Calls the staff member, then the customer. Told at most once for each call; refused, it is surely not placed. */
  place(call: EngineCall): Promise<void>;
  /** Takes a call that arrived: rings the staff. */
  receive(ref: string, call: EngineCall): Promise<void>;
  /** Sends a call away that arrived: nobody has the number. */
  refuse(ref: string): Promise<void>;
  /**
   * Changes a call in conversation, and keeps it so; a node that adopts the call brings the last change along (`holdTimes`). False
   * where the engine does not follow the call, or not yet, or is out of reach.
   */
  change(call: CallRef, change: CallChange): Promise<boolean>;
  /** Ends the call at any stage; its end is told as an event. A call the engine does not know is left alone. */
  hangUp(call: CallRef): Promise<void>;
  /**
   * Follows calls that another node was driving, if it does not yet, and tells which of them are still there. It fails
   * where it cannot know: calls that it does not name are ended.
   */
  adopt(calls: EngineCall[]): Promise<CallRef[]>;
  /** Stops following these: another node drives them now. The calls themselves go on. */
  abandon(calls: CallRef[]): void;
  /** Stops everything. Calls go on, for another node or a later start to adopt. */
  stop(): Promise<void>;
};

export type TellEngineEvent = (event: EngineEvent) => void;
