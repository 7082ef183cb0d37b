import type { NewEvent } from '../events/record-events.ts';
import { idOf } from '../platform/ids.ts';
import { customerDeletedEvent, customerEvent } from './customer-event.ts';
import { examples } from './examples.ts';

const customerEventTypes = ['customer.created', 'customer.updated', 'customer.deleted'] as const;
type CustomerEventType = (typeof customerEventTypes)[number];
export const isOfCustomer = (type: string): type is CustomerEventType =>
  customerEventTypes.some((known) => known === type);

/** A sample event of this type: the customer of the documentation. */
export function sampleCustomerEvent(type: CustomerEventType): NewEvent {
  const { created_at, updated_at, ...customer } = type === 'customer.created' ? examples.customer : examples.changed;
  const times = { created_at: new Date(created_at), updated_at: new Date(updated_at) };
  const ids = { customer_id: idOf('customer', customer.customer_id), project_id: idOf('project', customer.project_id) };
  if (type === 'customer.deleted') return customerDeletedEvent({ kind: 'test' }, { ...customer, ...ids });
  return customerEvent(type, { kind: 'test' }, { ...customer, ...ids, ...times });
}
