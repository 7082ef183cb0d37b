import type { Logger } from '../../../platform/log.ts';
import type { EngineCall, Leg, TellEngineEvent } from '../../engine.ts';
import type { Ari } from '../ari/ari-http.ts';
import type { CallRequests } from './call-requests.ts';
import type { Line } from './line.ts';
import type { RawRecordings } from './raw-recordings.ts';
import type { Sounds } from './sounds.ts';
import type { EndedBy, Refusal } from './to-ending.ts';

// What those who conduct a call have in common.

/** One Asterisk, for all its calls. */
export type Desk = {
  ari: Ari;
  /** The name under which this node hears of its lines. */
  app: string;
  tell: TellEngineEvent;
  log: Logger;
  recordings: RawRecordings;
  sounds: Sounds;
  trunk: string;
  ringSeconds: Record<Leg, number>;
  longestTalkSeconds: number;
  longestMessageSeconds: number;
};

/** One call, as far as it has come. */
export type Scene = {
  readonly call: EngineCall;
  readonly desk: Desk;
  readonly asterisk: CallRequests;
  readonly customer: Line;
  /** One for each staff member who may be rung. */
  readonly staff: Line[];
  /** The staff member whose call it is: of an outbound one from the beginning, otherwise whoever answers first. */
  taker: Line | undefined;
  /** Another node began it. */
  isAdopted: boolean;
  isRecording: boolean;
  isBridged: boolean;
  /** The line of a caller had been answered when the call was adopted. */
  isCallerUp: boolean;
  /** A message was being recorded when the call was adopted. */
  isMessage: boolean;

  end(by: EndedBy, at?: Date): void;
  /** The staff's phone of an outbound call is being rung here. */
  placed(): void;
  /** This Asterisk cannot ring the staff's phone of an outbound call. Waits until the call ends, or goes to another one. */
  refused(why: Refusal): Promise<void>;
  /** Waits for people: meanwhile the call may end, or go to another node. */
  untilPeople(condition: () => unknown): Promise<void>;
  /** Waits for Asterisk, which takes milliseconds; what was begun is finished even when the call is being left. */
  untilAsterisk(condition: () => unknown): Promise<void>;
  /** Whether this line turns out to be gone, Asterisk having refused something for it. */
  untilGone(line: Line): Promise<boolean>;
  /** A line is gone, and there was no news of it. */
  lineIsMissing(line: Line): void;
  /** Waits until a sound was played, and says how that ended. */
  untilPlayed(playback: string): Promise<string>;
  /** Done when the moment of the answer is kept. */
  answerNoted(): Promise<void>;
  later(milliseconds: number, work: () => void): void;
};

/** Thrown to leave a course: the call has ended, and why has been said. */
export class Over extends Error {}
