import { sampleCallEvent } from '../calls/sample-call-event.ts';
import { sampleCustomerEvent } from '../customers/sample-customer-event.ts';
import type { EventType } from '../events/event-types.ts';
import type { NewEvent } from '../events/record-events.ts';

/** An event of each kind, as real ones look. */
export function sampleEvent(type: EventType): NewEvent {
  return type === 'customer.created' || type === 'customer.updated' ? sampleCustomerEvent(type) : sampleCallEvent(type);
}
