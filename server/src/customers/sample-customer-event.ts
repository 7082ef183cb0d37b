import type { NewEvent } from '../events/record-events.ts';
import { customerEvent } from './customer-event.ts';
import { examples } from './examples.ts';

/** What an event of this kind looks like: the customer of the documentation. */
export function sampleCustomerEvent(type: 'customer.created' | 'customer.updated'): NewEvent {
  const { created_at, updated_at, ...customer } = type === 'customer.created' ? examples.customer : examples.changed;
  const times = { created_at: new Date(created_at), updated_at: new Date(updated_at) };
  return customerEvent(type, { kind: 'test' }, { ...customer, ...times });
}
