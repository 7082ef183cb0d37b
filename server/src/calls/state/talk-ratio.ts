import { roundedQuotient } from '../../platform/rounded-quotient.ts';

/** The talking time of each party in one call or in many; null if unknown. */
export type Talk = { staff_talk_ms: number | null; customer_talk_ms: number | null };

/** The staff's share of the talking time. */
export const talkRatio = ({ staff_talk_ms, customer_talk_ms }: Talk) =>
  roundedQuotient(staff_talk_ms ?? 0, (staff_talk_ms ?? 0) + (customer_talk_ms ?? 0), 4);

export const toMilliseconds = (seconds: number) => Math.round(seconds * 1_000);
