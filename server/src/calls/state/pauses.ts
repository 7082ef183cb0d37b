import type { Queryable } from '../../database/sql.ts';
import type { SilentPart } from '../../engine/engine.ts';
import { type CallRef, callKeyOf } from '../../platform/call-ref.ts';
import { latest } from './call-state.ts';
import { findTalkPauses } from './pause-queries.ts';

type Answered = { answered_at: Date | null };

/**
 * The pauses of a recording in seconds from its start, which is the answer; a pause that lasts has no end. `leftOut` are the times
 * of the holds if the recording leaves them out.
 */
export function pausesOf(
  { answered_at }: Answered,
  times: Date[],
  leftOut: Date[] = [],
): { start: number; end: number | null }[] {
  const since = answered_at?.getTime() ?? 0;
  const seconds = (time: Date) => Math.max(0, time.getTime() - since - heldBefore(time, leftOut)) / 1_000;
  const starts = times.filter((_time, i) => i % 2 === 0);
  return starts.map((start, i) => {
    const end = times[2 * i + 1];
    return { start: seconds(start), end: end ? seconds(end) : null };
  });
}

/** Each time at an even index begins a hold, and the next one ends it. */
const heldBefore = (time: Date, holdTimes: Date[]) =>
  holdTimes.reduce((sum, at, i) => sum + (i % 2 === 0 ? 1 : -1) * Math.max(0, time.getTime() - at.getTime()), 0);

/** The same for a recording that has this length in seconds: a pause ends with it. */
export async function recordedPauses(db: Queryable, call: CallRef, length: number): Promise<SilentPart[]> {
  const found = await findTalkPauses.first(db, callKeyOf(call));
  return (found ? pausesOf(found, found.times) : []).map(({ start, end }) => ({
    start: Math.min(start, length),
    end: Math.min(end ?? length, length),
  }));
}

/** Adds a time. The clocks of nodes differ, and times are in order. */
export const nextTime = ({ answered_at }: Answered, times: Date[], now: Date): Date[] => [
  ...times,
  latest(now, answered_at, times.at(-1) ?? null),
];
