import type { CallState } from './call-state.ts';

/** Whole seconds for which the other party's phone rang; null if it never did, or still does. */
export function ringSeconds({
  ringing_at,
  answered_at,
  ended_at,
}: Pick<CallState, 'ringing_at' | 'answered_at' | 'ended_at'>): number | null {
  const silent_at = answered_at ?? ended_at;
  if (!ringing_at || !silent_at) return null;
  return Math.max(0, Math.floor((silent_at.getTime() - ringing_at.getTime()) / 1_000));
}
