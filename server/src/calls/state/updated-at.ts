import type { CallRow } from './call-row.ts';
import { latest } from './call-state.ts';

type Dated = Pick<
  CallRow,
  'initiated_at' | 'dialled_at' | 'ringing_at' | 'answered_at' | 'ended_at' | 'hold_times' | 'annotated_at'
>;

/** The last time at which the call itself or what is written down about it changed. */
export const updatedAt = (call: Dated): Date =>
  latest(
    ...[call.initiated_at, call.dialled_at, call.ringing_at, call.answered_at, call.ended_at],
    ...[call.hold_times?.at(-1) ?? null, call.annotated_at],
  );
