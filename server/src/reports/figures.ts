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

/** How much of the talking the staff did. */
export const talkRatio = ({ staff_talk_ms, customer_talk_ms }: Talk) =>
  quotient(staff_talk_ms ?? 0, (staff_talk_ms ?? 0) + (customer_talk_ms ?? 0), 4);
type Talk = { staff_talk_ms: number | null; customer_talk_ms: number | null };

/** Rounded half up, and null where there is nothing to divide by. */
function quotient(part: number, whole: number, decimals: number): number | null {
  const unit = 10 ** decimals;
  // Multiplied first: a half is then exactly a half.
  return whole === 0 ? null : Math.round((part * unit) / whole) / unit;
}
