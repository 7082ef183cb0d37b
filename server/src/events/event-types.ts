/** The public catalog of events. */
export const eventTypes = [
  'call.initiated',
  'call.ringing',
  'call.connected',
  'call.held',
  'call.resumed',
  'call.completed',
  'call.missed',
  'call.analyzed',
  'call.updated',
  'customer.created',
  'customer.updated',
  'customer.deleted',
] as const;

export type EventType = (typeof eventTypes)[number];
