import type { NewEvent } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import { maskNumber } from '../platform/mask.ts';
import { customerJson } from './customer-fields.ts';
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
  return { type, isTest: kind === 'test', ...withinLimit(data) };
}

/** Receivers are promised requests under 20 kB; what is around the data takes less than the rest of it. */
const mostBytes = 20_000 - 500;

/** Of a customer too large to be sent, the largest fields are left out, and named: who needs them asks for the customer. */
function withinLimit(customer: CustomerRow): { data: object; json: string } {
  let data: CustomerRow & { omitted?: string[] } = customer;
  let json = customerJson(data);
  for (const field of ['custom_fields', 'notes'] as const) {
    if (!data[field] || Buffer.byteLength(json) <= mostBytes) continue;
    data = { ...data, [field]: null, omitted: [...(data.omitted ?? []), field] };
    json = customerJson(data);
  }
  return { data, json };
}
