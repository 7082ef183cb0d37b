import type { CallRef } from '../platform/call-ref.ts';
import type { StaffId } from '../platform/ids.ts';

// The port to the system that makes telephones ring, in our own words. The simulator and Asterisk implement it, and one suite
// (test/engine-suite.ts) runs against each of them.
//
//   place ──► ringing staff ──► answered staff ──► ringing customer ──► answered customer ◄──► change ──► ended
//   receive ──► ringing staff ──► answered staff ◄──► change ──► ended
//                     └──► no answer ──► voicemail, if the project has it ──► ended
//
// An engine reports what happened and when; `calls/state/call-state.ts` decides what that means for a call. An engine may
// report an event late, twice or not at all, as telephone networks do, but it reports the end of every call it was given.

export type Leg = 'staff' | 'customer';

/** The SIP address or E.164 number at which a staff member is called. */
export type StaffPhone = { staffId: StaffId; phone: string };

/** Everything an engine needs to know about a call, so that another node can follow it after this one died. */
export type EngineCall = CallRef & {
  callType: 'outbound' | 'inbound';
  /** The customer's number to dial, or the caller's number; a word if a caller withholds it. */
  number: string;
  /** The staff to ring: one for an outbound call, any number for an inbound one; empty if no staff member can be rung. */
  staff: StaffPhone[];
  /** Whether several staff members are rung at once or one after the other. */
  ringStrategy: RingStrategy;
  /** No phone is rung because all staff members who could be rung are on calls. */
  isAllStaffBusy: boolean;
  isRecorded: boolean;
  /** Whether an announcement at the beginning informs both parties that the call is recorded. */
  isAnnounced: boolean;
  /** Whether a caller may leave a message if no staff member answers. */
  hasVoicemail: boolean;
  /** The language of announcements and greetings, as a BCP 47 tag. */
  language: string;
  /** The project's number, which the customer sees; null if the project has none. */
  callerId: string | null;
  /** The trunk that the call goes out over; null for the engine's default. */
  trunk: string | null;
  /** When the call was handed to the engine, or is being handed to it now. */
  dialedAt: Date;
  /** The times of hold, resume, hold and so on: the call is on hold after an odd number of times. */
  holdTimes: Date[];
  pauseTimes: PauseTimes;
  /** The call was to be hung up while no node drove it. */
  isHangingUp?: boolean;
};

/**
 * The times at which a recording was paused, resumed, paused and so on, in milliseconds since 1970: paused after an odd number
 * of times. The recording has silence on both channels meanwhile. An engine ignores a list that is not longer than the last.
 */
export type PauseTimes = readonly number[];

export const isPausedBy = ({ length }: PauseTimes) => length % 2 === 1;

/** A silent part of a recording, in seconds from its start. */
export type SilentPart = { start: number; end: number };

/** A change of the legs of a call in conversation. On hold, the customer hears music and the parties do not hear each other. */
export type CallChange = {
  kind: 'hold' | 'resume';
  /** Changes of a call are numbered (`holdTimes`). An engine ignores a change that is not newer than the last one. */
  number: number;
};

/** The last change of a call; number 0 if there was none. */
export const lastChange = ({ length }: readonly Date[]): CallChange => ({
  kind: length % 2 === 1 ? 'hold' : 'resume',
  number: length,
});

export type RingStrategy = 'all' | 'in_order';

export type EndStatus = 'no_answer' | 'busy' | 'rejected' | 'canceled' | 'failed' | 'missed_call' | 'voicemail';

/** The exact reason why a call ended. Once published, a reason keeps its meaning. */
export type EndReason =
  | 'completed' // The parties talked, and one of them hung up.
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
  | 'media_lost' // No more audio came from one party, not even silence.
  | 'system_recovered';

export type Ending = {
  /** The status if the call was not answered; an answered call stays connected. */
  status: EndStatus;
  reason: EndReason;
  hangupBy: Leg | 'system';
  sipCode?: number;
  q850Cause?: number;
  /** When the other party answered, if the engine knows: its event may have been lost. */
  answeredAt?: Date;
  /** The staff member who answered an inbound call. */
  answeredBy?: StaffId;
};

/** ITU-T Q.850: the cause of a call that one of its parties, or Trunkline, hung up. */
export const normalClearing = 16;

export type EngineEvent =
  /** For a staff leg it names the staff member. If several ring, one at most answers. */
  | (CallRef & { kind: 'ringing' | 'answered'; leg: Leg; staffId?: StaffId; at: Date })
  | (CallRef & { kind: 'ended'; at: Date; ending: Ending })
  /** The customer could not be put on hold and the parties still hear each other; `number` is that of the change. */
  | (CallRef & { kind: 'hold failed'; number: number; at: Date })
  /**
   * A stereo file, the staff member on the left, or a message with the caller alone; the receiver moves the file away. It is
   * reported before the end of its call, so that both commit together. An engine whose recording does not have the length of
   * the talk reports where the pauses are.
   */
  | (CallRef & { kind: 'recorded'; at: Date; file: string; seconds: number; pauses?: SilentPart[] })
  /** An inbound call arrived. `ref` is the engine's name for it and stays the same when the event is repeated. */
  | { kind: 'arrived'; ref: string; from: string; to: CalledNumber; at: Date };

/**
 * The called number, as the carrier wrote it, and the trunk that the call came over (null for the engine's own). In a
 * simulation, which has no numbers, it is the call that is being returned. A carrier with which we register may call our user
 * name there, and give the number in To.
 */
type CalledNumber = { number: string; numberInTo?: string; trunk: string | null } | { returns: CallRef };

/** No project has the number, or not over this trunk, or it is ambiguous; or the caller withholds the number. */
export type Refusal = 'number_unknown' | 'anonymous';

export type Engine = {
  readonly name: string;
  /** Whether a call could be placed right now. */
  isReady(): boolean;
  /** Calls the staff member, then the customer. Invoked at most once per call; if it rejects, the call was not placed. */
  place(call: EngineCall): Promise<void>;
  /** Accepts an inbound call: rings the staff. */
  receive(ref: string, call: EngineCall): Promise<void>;
  /** Rejects an inbound call. */
  refuse(ref: string, why: Refusal): Promise<void>;
  /**
   * Holds or resumes a call in conversation; a node that adopts the call applies the last change (`holdTimes`). Returns false
   * if the engine does not follow the call, or not yet, or is unreachable.
   */
  change(call: CallRef, change: CallChange): Promise<boolean>;
  /**
   * Pauses or resumes the recording of a call in conversation. Returns true once the recording really is silent, or goes on;
   * false if the engine does not follow the call, or not yet, or is unreachable.
   */
  pauseRecording(call: CallRef, times: PauseTimes): Promise<boolean>;
  /** Ends the call at any stage; its end is reported as an event. A call that the engine does not know is left alone. */
  hangUp(call: CallRef): Promise<void>;
  /**
   * Follows calls that another node was driving, unless it does already, and returns those that still exist. Rejects if it
   * cannot know, because the caller ends the calls that are not returned.
   */
  adopt(calls: EngineCall[]): Promise<CallRef[]>;
  /** Stops following these calls, because another node drives them now. The calls themselves go on. */
  abandon(calls: CallRef[]): void;
  /** Stops everything. Calls go on, for another node or a later start to adopt. */
  stop(): Promise<void>;
};

export type ReportEngineEvent = (event: EngineEvent) => void;
