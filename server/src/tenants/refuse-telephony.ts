import type { Caller } from '../platform/caller.ts';
import { problem } from '../platform/problem.ts';

/**
 * Refuses an administrator if the operator configures the telephony. The caller calls this only after a change, when it is
 * certain that something has changed: the refusal rolls it back.
 */
export function refuseTelephony({ administrator }: Caller): void {
  if (administrator?.telephonyBy === 'operator') throw problem('telephony_by_operator');
}
