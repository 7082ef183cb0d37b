import type { NewEvent } from '../events/record-events.ts';
import { idOf } from '../platform/ids.ts';
import { customerEvent } from './customer-event.ts';
import { examples } from './examples.ts';

/** A sample event of this type: the customer of the documentation. */
export function sampleCustomerEvent(type: 'customer.created' | 'customer.updated'): NewEvent {
  const { created_at, updated_at, ...customer } = type === 'customer.created' ? examples.customer : examples.changed;
  const times = { created_at: new Date(created_at), updated_at: new Date(updated_at) };
  const ids = { customer_id: idOf('customer', customer.customer_id), project_id: idOf('project', customer.project_id) };
  return customerEvent(type, { kind: 'test' }, { ...customer, ...ids, ...times });
}
