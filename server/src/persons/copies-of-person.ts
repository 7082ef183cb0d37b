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
 * the numbers counts only if its customer was deleted before. All events of that customer count then, so the page is read again.
 */
export async function eventPage(
  db: Queryable,
  tenantId: TenantId,
  sought: SoughtCopies,
  after: EventId,
): Promise<EventPage> {
  const { callIds, customerIds, numbers } = sought;
  const found = await eventsOf(
    db,
    tenantId,
    { callIds, customerIds, maskedNumbers: numbers.map(maskNumber) },
    { after, pageSize },
  );
  const others = found.events
    .filter(isOfCustomer)
    .map(customerIdOf)
    .filter((id) => !customerIds.includes(id));
  const existing = new Set(await existingCustomers(db, tenantId, others));
  const deleted = [...new Set(others)].filter((id) => !existing.has(id));
  if (deleted.length > 0)
    return eventPage(db, tenantId, { ...sought, customerIds: [...customerIds, ...deleted] }, after);
  const isOfOther = (event: FoundEvent) => isOfCustomer(event) && existing.has(customerIdOf(event));
  return { events: found.events.filter((event) => !isOfOther(event)), last: found.last, customerIds };
}

const isOfCustomer = ({ type }: FoundEvent) => type?.startsWith('customer.') ?? false;
const customerIdOf = ({ data }: FoundEvent) => data.customer_id as CustomerId;
