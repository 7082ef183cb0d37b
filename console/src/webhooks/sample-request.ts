import type { TestDelivery, Webhook } from './webhook.ts';

/** The request of a test in the form in which an endpoint sees it. What differs from one to the next is left open. */
export function sampleRequest({ url, events }: Webhook, { event_id }: TestDelivery): string {
  const { host, pathname, search } = new URL(url);
  const [type = 'call.completed'] = events;
  const data = type.startsWith('customer.')
    ? { customer_id: 1, external_id: 'crm-1001', name: '…', project_id: 1 }
    : { call_id: 'call_…', call_type: 'outbound', status: '…', phone_number: '819*****5678', sequence: 4 };
  const body = JSON.stringify({ id: event_id, type, timestamp: '…', test: true, data }, null, 2);
  return `POST ${pathname}${search} HTTP/1.1
Host: ${host}
Content-Type: application/json
X-Service-Signature: t=…,v1=…
webhook-id: ${event_id}
webhook-timestamp: …
webhook-signature: v1,…

${body}`;
}
