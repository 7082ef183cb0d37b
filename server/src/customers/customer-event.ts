import type { NewEvent } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import { maskNumber } from '../platform/mask.ts';
import type { CustomerRow } from './queries.ts';

/** The customer as events carry it: its numbers masked. */
export function customerEvent(
  type: 'customer.created' | 'customer.updated',
  { kind }: Pick<Caller, 'kind'>,
  customer: CustomerRow,
): NewEvent {
  const masked = (number: string | null) => number && maskNumber(number);
  const { tel1, tel2, tel3 } = customer;
  const data = { ...customer, tel1: masked(tel1), tel2: masked(tel2), tel3: masked(tel3) };
  return { type, isTest: kind === 'test', data };
}
