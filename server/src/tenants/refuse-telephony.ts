import type { Caller } from '../platform/caller.ts';
import { problem } from '../platform/problem.ts';

/**
 * Refuses an administrator where the operator sets up the telephony. Whether something of it was changed is for the caller to
 * tell, and is known for certain when it is done: the refusal takes it back.
 */
export function refuseTelephony({ administrator }: Caller): void {
  if (administrator?.telephonyBy === 'operator') throw problem('telephony_by_operator');
}
