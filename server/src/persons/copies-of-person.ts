import { existingCustomers } from '../customers/erase-customers.ts';
import type { Queryable } from '../database/sql.ts';
import { eventsOf, type FoundEvent } from '../events/erase-events.ts';
import { type CallId, type CustomerId, type EventId, encodeId, idOf, type TenantId } from '../platform/ids.ts';
import { maskNumber } from '../platform/mask.ts';

export type SoughtCopies = { callIds: string[]; customerIds: CustomerId[]; numbers: string[] };

export const firstEvent: EventId = idOf('event', '00000000-0000-0000-0000-000000000000');
const pageSize = 2_000;

/** The ids of calls as events and answers contain them. */
export const namesOf = (callIds: CallId[]) => callIds.map((callId) => encodeId('call', callId));

export type EventPage = { events: FoundEvent[]; last: EventId | undefined; customerIds: CustomerId[] };

/**
 * A page of the tenant's events: those about the person. Events have masked numbers only, so an event with the mask of one of
 * the numbers counts if its customer was deleted before: nobody else's customer. The customer's later events count then too.
 */
export async function eventPage(
  db: Queryable,
  tenantId: TenantId,
  { callIds, customerIds, numbers }: SoughtCopies,
  after: EventId,
): Promise<EventPage> {
  const sought = { callIds, customerIds, maskedNumbers: numbers.map(maskNumber) };
  const { events, last } = await eventsOf(db, tenantId, sought, { after, pageSize });
  const masked = events
    .filter(isOfCustomer)
    .map(customerIdOf)
    .filter((id) => !customerIds.includes(id));
  const existing = new Set(await existingCustomers(db, tenantId, masked));
  const deleted = [...new Set(masked)].filter((id) => !existing.has(id));
  const isOfOther = (event: FoundEvent) => isOfCustomer(event) && existing.has(customerIdOf(event));
  return { events: events.filter((event) => !isOfOther(event)), last, customerIds: [...customerIds, ...deleted] };
}

export const isOfCustomer = ({ type }: FoundEvent) => type?.startsWith('customer.') ?? false;
const customerIdOf = ({ data }: FoundEvent) => data.customer_id as CustomerId;
