import type { Caller } from '../platform/caller.ts';
import { problem } from '../platform/problem.ts';

/** Refuses an administrator where the operator sets up the telephony; whether something is of it is for the caller to tell. */
export function refuseTelephony({ administrator }: Caller): void {
  if (administrator?.telephonyBy === 'operator') throw problem('telephony_by_operator');
}
