import { roundedQuotient } from '../platform/rounded-quotient.ts';

// The figures of a report, computed from counts.

export type CallSums = {
  total: number;
  /** Calls that have not ended. */
  open: number;
  /** Connected, in progress or ended. */
  connected: number;
  /** Connected and ended. */
  talked: number;
  missed: number;
  duration_seconds: number;
};

export const successRate = ({ total, open, talked }: CallSums) => roundedQuotient(talked, total - open, 4);

export const averageDuration = ({ duration_seconds, talked }: CallSums) => roundedQuotient(duration_seconds, talked, 2);
