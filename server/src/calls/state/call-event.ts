import type { EventType } from '../../events/event-types.ts';
import type { NewEvent } from '../../events/record-events.ts';
import { callItem } from './call-item.ts';
import type { CallRow } from './call-row.ts';

/** The event data of a call, with its number masked. */
export function callEvent(type: EventType, call: CallRow): NewEvent {
  const { initiated_at, answered_at, customer_id, metadata, end_reason, sequence } = call;
  const data = { ...callItem(call), initiated_at, answered_at, customer_id, metadata, end_reason, sequence };
  return { type, isTest: call.is_test, data };
}
