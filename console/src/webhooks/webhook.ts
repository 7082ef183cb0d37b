import type { CallStatus } from '../calls/call.ts';

export const eventTypes = [
  'call.initiated',
  'call.ringing',
  'call.connected',
  'call.completed',
  'call.missed',
  'call.analyzed',
  'customer.created',
  'customer.updated',
] as const;
export type EventType = (typeof eventTypes)[number];

type Filters = { project_ids?: number[]; call_status?: CallStatus[] };
export type Webhook = {
  webhook_id: number;
  label: string;
  url: string;
  events: EventType[];
  filters: Filters;
  is_enabled: boolean;
  disabled_reason: string | null;
  created_at: string;
  updated_at: string;
};
export type NewWebhook = Pick<Webhook, 'url' | 'events' | 'is_enabled'> & {
  label: string | null;
  filters: Filters | null;
};
export type CreatedWebhook = Webhook & { secret: string };
export type RotatedSecret = { webhook_id: number; secret: string; previous_secret_expires_at: string };
export type TestDelivery = {
  delivery_id: string;
  event_id: string;
  success: boolean;
  response_status: number | null;
  duration_ms: number;
  error: string | null;
};
export type Attempt = {
  at: string;
  duration_ms: number;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  error_code: string | null;
};
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'canceled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
export type Delivery = {
  delivery_id: string;
  event_id: string;
  event_type: EventType;
  status: DeliveryStatus;
  attempts: Attempt[];
  next_attempt_at: string | null;
  created_at: string;
};
/** URL and headers are kept of tests alone, the body as long as its event. */
export type SentRequest = { url: string | null; headers: Record<string, string> | null; body: string | null };
export type Exchange = Delivery & { request: SentRequest };
