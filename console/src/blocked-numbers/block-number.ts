import { request } from '../api/request.ts';
import type { Mode } from '../paths.ts';
import type { BlockedNumber, NewBlockedNumber } from './blocked-number.ts';

/** `listed`: the number was there already, and kept its reason. */
export type Blocked = { outcome: 'added' | 'listed'; number: BlockedNumber };

/**
 * Adds a number to the list. It needs no idempotency key: adding a number twice adds it once. The audit log shows the numbers of
 * one import as one entry.
 */
export async function blockNumber(body: NewBlockedNumber, mode: Mode, importId?: string): Promise<Blocked> {
  let outcome: Blocked['outcome'] = 'added';
  const onStatus = (status: number) => {
    if (status === 200) outcome = 'listed';
  };
  const headers = importId ? { 'x-trunkline-import': importId } : undefined;
  const { data: number } = await request('POST', '/blocked-numbers', { body }, { mode, headers, onStatus });
  return { outcome, number };
}
