import type { Leg } from '../../engine.ts';
import { type AriMessage, momentOf } from '../ari/ari-messages.ts';
import type { LineAtEnd, Refusal } from './to-ending.ts';

// One of the lines of a call, as far as we have heard of it.

export type Line = {
  readonly leg: Leg;
  /** Asterisk's channel. */
  readonly channel: string;
  /** Whose telephone it is, on the staff's side. */
  readonly staffId?: number | undefined;
  /** Asterisk has it, or may have it: only who has heard of its end knows that it is gone. */
  mayExist: boolean;
  /** Since when we know that it is there, by the clock of `performance.now`. */
  thereSince?: number;
  /** How often it has come under our control. */
  entries: number;
  dialledAt?: Date;
  rangAt?: Date;
  answeredAt?: Date;
  hungUp: boolean;
  /** Asterisk did not create it. */
  refusal?: Refusal;
  gone?: { at: Date; cause?: number; sipCode?: number };
};

export const newLine = (leg: Leg, channel: string, staffId?: number): Line => ({
  leg,
  channel,
  staffId,
  mayExist: false,
  entries: 0,
  hungUp: false,
});

/** Asterisk may have it. */
export const isThere = (line: Line) => line.mayExist && !line.gone;

/** Takes in what a message says of its line. */
export function hearLine(line: Line, message: AriMessage): void {
  const at = momentOf(message.timestamp);
  switch (message.type) {
    case 'StasisStart':
      line.entries++;
      line.thereSince ??= performance.now();
      break;
    case 'Dial':
      if (message.dialstatus === 'RINGING' || message.dialstatus === 'PROGRESS') line.rangAt ??= at;
      if (message.dialstatus === 'ANSWER') line.answeredAt ??= at;
      break;
    case 'ChannelHangupRequest':
      if (!message.soft) line.hungUp = true;
      break;
    case 'ChannelDestroyed':
      line.gone ??= { at, cause: message.cause, ...(message.tech_cause && { sipCode: message.tech_cause }) };
  }
}

/** Timers of Asterisk and of ours are not in step. */
const slack = 500;

export function lineAtEnd(line: Line, ringSeconds: number): LineAtEnd {
  const { leg, hungUp, refusal, dialledAt, gone } = line;
  const rungFor = dialledAt && gone ? gone.at.getTime() - dialledAt.getTime() : 0;
  return {
    leg,
    hungUp,
    refusal,
    rang: line.rangAt !== undefined,
    answered: line.answeredAt !== undefined,
    timedOut: rungFor >= ringSeconds * 1_000 - slack,
    cause: gone?.cause,
    sipCode: gone?.sipCode,
  };
}
