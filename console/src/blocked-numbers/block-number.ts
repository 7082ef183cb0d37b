import { request } from '../api/request.ts';
import type { Mode } from '../paths.ts';
import type { BlockedNumber, NewBlockedNumber } from './blocked-number.ts';

/** `listed`: the number was there already, and kept its reason. */
export type Blocked = { outcome: 'added' | 'listed'; number: BlockedNumber };

/** Adds a number to the list. It needs no idempotency key: adding a number twice adds it once. */
export async function blockNumber(body: NewBlockedNumber, mode: Mode): Promise<Blocked> {
  let outcome: Blocked['outcome'] = 'added';
  const onStatus = (status: number) => {
    if (status === 200) outcome = 'listed';
  };
  const { data: number } = await request('POST', '/blocked-numbers', { body }, { mode, onStatus });
  return { outcome, number };
}
