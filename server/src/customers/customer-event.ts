import type { NewEvent } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import { maskNumber } from '../platform/mask.ts';
import { customerJson } from './customer-fields.ts';
import type { CustomerRow } from './queries.ts';

/** The customer as events contain it: with masked numbers. */
export function customerEvent(
  type: 'customer.created' | 'customer.updated',
  { kind }: Pick<Caller, 'kind'>,
  customer: CustomerRow,
): NewEvent {
  const masked = (number: string | null) => number && maskNumber(number);
  const { tel1, tel2, tel3, created_at, updated_at } = customer;
  const data = {
    ...customer,
    ...{ tel1: masked(tel1), tel2: masked(tel2), tel3: masked(tel3) },
    ...{ created_at: isoTextOf(created_at), updated_at: isoTextOf(updated_at) },
  };
  return { type, isTest: kind === 'test', ...withinLimit(data) };
}

const isoTexts = new WeakMap<Date, string>();

/** `JSON.stringify` takes several times as long for an object with a Date. New customers of a batch share theirs. */
function isoTextOf(moment: Date): string {
  const text = isoTexts.get(moment) ?? moment.toISOString();
  isoTexts.set(moment, text);
  return text;
}

/** An event about a deleted customer identifies it, and contains nothing else about the person. */
export function customerDeletedEvent(
  { kind }: Pick<Caller, 'kind'>,
  { customer_id, project_id, external_id }: Pick<CustomerRow, 'customer_id' | 'project_id' | 'external_id'>,
): NewEvent {
  return { type: 'customer.deleted', isTest: kind === 'test', data: { customer_id, project_id, external_id } };
}

/** Receivers are promised customers under 20 kB; the envelope of the data takes less than the difference. */
const mostBytes = 20_000 - 500;

/**
 * If a customer is too large to be sent, its largest fields are left out and listed in `omitted`: receivers can read them
 * through the API.
 */
function withinLimit(customer: Pick<CustomerRow, 'custom_fields' | 'notes'>): { data: object; json: string } {
  let data: typeof customer & { omitted?: string[] } = customer;
  let json = customerJson(data);
  for (const field of ['custom_fields', 'notes'] as const) {
    if (!data[field] || Buffer.byteLength(json) <= mostBytes) continue;
    data = { ...data, [field]: null, omitted: [...(data.omitted ?? []), field] };
    json = customerJson(data);
  }
  return { data, json };
}
