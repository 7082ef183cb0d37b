import { keysOf } from '../platform/keys-of.ts';
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

export type SummarySums = CallSums & { no_answer: number };

export const emptySum: SummarySums = {
  ...{ total: 0, open: 0, connected: 0, talked: 0, no_answer: 0, missed: 0, duration_seconds: 0 },
};
const names = keysOf(emptySum);
export const addSums = (one: SummarySums, other: SummarySums): SummarySums =>
  Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as SummarySums;

export function figuresOf(sum: SummarySums) {
  const { total, connected, no_answer, missed, duration_seconds } = sum;
  return {
    total_calls: total,
    connected_calls: connected,
    no_answer_calls: no_answer,
    missed_calls: missed,
    other_calls: total - connected - no_answer - missed,
    total_duration_seconds: duration_seconds,
    average_duration_seconds: averageDuration(sum),
    success_rate: successRate(sum),
  };
}
