import { quotient } from '../platform/quotient.ts';

// What is told of a number of calls, computed from what is counted of them.

export type Counted = {
  total: number;
  /** Those that have not ended. */
  open: number;
  /** Connected, going on or ended. */
  connected: number;
  /** Connected and ended. */
  talked: number;
  missed: number;
  duration_seconds: number;
};

export const successRate = ({ total, open, talked }: Counted) => quotient(talked, total - open, 4);

export const averageDuration = ({ duration_seconds, talked }: Counted) => quotient(duration_seconds, talked, 2);
