import { quotient } from '../../platform/quotient.ts';

/** How long each party of a call, or of many, has talked; null where nobody knows. */
export type Talk = { staff_talk_ms: number | null; customer_talk_ms: number | null };

/** How much of the talking the staff did. */
export const talkRatio = ({ staff_talk_ms, customer_talk_ms }: Talk) =>
  quotient(staff_talk_ms ?? 0, (staff_talk_ms ?? 0) + (customer_talk_ms ?? 0), 4);

export const toMilliseconds = (seconds: number) => Math.round(seconds * 1_000);
