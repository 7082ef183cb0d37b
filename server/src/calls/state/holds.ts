import { type CallState, isOnHold, latest } from './call-state.ts';

type HeldCall = Pick<CallState, 'answered_at' | 'ended_at' | 'hold_times'>;

/** The holds of a call, in seconds after the answer; a hold that is still going on counts up to now. */
export function holdsOf(call: HeldCall, now: Date) {
  const times = call.hold_times ?? [];
  const since = call.answered_at?.getTime() ?? 0;
  const starts = times.filter((_time, i) => i % 2 === 0);
  const holds = starts.map((start, i) => ({ start, end: times[2 * i + 1] }));
  const heldMs = holds.reduce(
    (sum, { start, end }) => sum + latest(end ?? call.ended_at ?? now, start).getTime() - start.getTime(),
    0,
  );
  const seconds = (time: Date) => (time.getTime() - since) / 1_000;
  return {
    is_on_hold: isOnHold(call) && call.ended_at === null,
    hold_seconds: Math.floor(heldMs / 1_000),
    holds: holds.map(({ start, end }) => ({ start_seconds: seconds(start), end_seconds: end ? seconds(end) : null })),
  };
}
