import type { WaitLimit } from '../calls/state/wait-counts.ts';
import { keysOf } from '../platform/keys-of.ts';
import { roundedQuotient } from '../platform/rounded-quotient.ts';

/** The waits of callers, by how they ended. `within` are the calls that were answered within the limit. */
export type WaitSums = {
  answered: number;
  abandoned: number;
  unanswered: number;
  voicemail: number;
  within: number;
  answered_ms: number;
  abandoned_ms: number;
  longest_ms: number;
};

export const noWaits: WaitSums = {
  ...{ answered: 0, abandoned: 0, unanswered: 0, voicemail: 0, within: 0 },
  ...{ answered_ms: 0, abandoned_ms: 0, longest_ms: 0 },
};
const names = keysOf(noWaits);

export const addWaits = (one: WaitSums, other: WaitSums): WaitSums => ({
  ...(Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as WaitSums),
  longest_ms: Math.max(one.longest_ms, other.longest_ms),
});

export function waitFigures(sum: WaitSums, limit: WaitLimit) {
  const { answered, abandoned, unanswered, voicemail, within, answered_ms, abandoned_ms, longest_ms } = sum;
  const all = answered + abandoned + unanswered + voicemail;
  return {
    limit_seconds: limit,
    answered_calls: answered,
    answered_within_limit: within,
    abandoned_calls: abandoned,
    unanswered_calls: unanswered,
    voicemail_calls: voicemail,
    answered_within_rate: roundedQuotient(within, all, 4),
    abandoned_rate: roundedQuotient(abandoned, all, 4),
    average_wait_seconds: roundedQuotient(answered_ms, answered * 1_000, 2),
    average_abandoned_seconds: roundedQuotient(abandoned_ms, abandoned * 1_000, 2),
    longest_wait_seconds: answered + abandoned + unanswered === 0 ? null : Math.floor(longest_ms / 1_000),
  };
}
