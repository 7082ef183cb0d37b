import type { Tx } from '../database/connect.ts';
import { deleteEvents, type FoundEvent, replaceEventData } from '../events/erase-events.ts';
import type { TenantId } from '../platform/ids.ts';
import { clearDeliveries, deleteDeliveries, deliveriesOf } from '../webhooks/deliveries/erase-deliveries.ts';
import { withoutPerson } from './without-person.ts';

/**
 * Events of calls stay, without the person, so that their sequence has no gap. An event about the creation or change of a
 * customer contains nothing else, and goes with its deliveries. Returns how many events and deliveries changed.
 */
export async function eraseEvents(tx: Tx, tenantId: TenantId, found: FoundEvent[]) {
  const deliveries = (await deliveriesOf(tx, tenantId, found.filter(isChanged))).length;
  const gone = found.filter(isAboutPerson);
  await deleteDeliveries(tx, tenantId, gone);
  await deleteEvents(
    tx,
    tenantId,
    gone.map(({ event_id }) => event_id),
  );

  const staying = found.filter((event) => !isAboutPerson(event));
  await replaceEventData(
    tx,
    tenantId,
    staying.filter(isChanged).map(({ event_id, data }) => ({ event_id, data: withoutPerson(data) })),
  );
  await clearDeliveries(tx, tenantId, staying);
  return { events: found.filter(isChanged).length, deliveries };
}

const isAboutPerson = ({ type }: FoundEvent) => type === 'customer.created' || type === 'customer.updated';

/** Whether the event contains anything about the person: `customer.deleted` may have ids alone. */
export const isChanged = (event: FoundEvent) =>
  isAboutPerson(event) || JSON.stringify(withoutPerson(event.data)) !== JSON.stringify(event.data);
