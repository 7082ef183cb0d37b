import type { Shapes } from '../api/types.ts';

export type Webhook = Shapes['Webhook'];
export type EventType = Webhook['events'][number];
export type NewWebhook = Shapes['NewWebhook'];
export type CreatedWebhook = Shapes['CreatedWebhook'];
export type TestDelivery = Shapes['TestDelivery'];
export type Attempt = Shapes['DeliveryAttempt'];
export type Delivery = Shapes['Delivery'];
export type SentRequest = Shapes['DeliveryExchange']['request'];
export type DeliveryStatus = Delivery['status'];

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
] as const satisfies EventType[];

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'canceled'] as const satisfies DeliveryStatus[];
