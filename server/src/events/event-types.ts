/** The public catalogue of events. */
export type EventType =
  | 'call.initiated'
  | 'call.ringing'
  | 'call.connected'
  | 'call.completed'
  | 'call.missed'
  | 'customer.created'
  | 'customer.updated';
