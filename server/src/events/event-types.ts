/** The public catalogue of events. */
export type EventType = 'customer.created' | 'customer.updated';
