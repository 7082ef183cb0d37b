import { sampleCallEvent } from '../calls/sample-call-event.ts';
import { isOfCustomer, sampleCustomerEvent } from '../customers/sample-customer-event.ts';
import type { EventType } from '../events/event-types.ts';
import type { NewEvent } from '../events/record-events.ts';

/** A sample event of each type, in the form of real ones. */
export function sampleEvent(type: EventType): NewEvent {
  return isOfCustomer(type) ? sampleCustomerEvent(type) : sampleCallEvent(type);
}
