import { Type } from 'typebox';
import { eventBody } from '../events/event-body.ts';
import { type EventType, eventTypes } from '../events/event-types.ts';
import { timestamp } from '../http/input/schema.ts';
import type { Sent } from '../http/openapi/document.ts';
import { idOf } from '../platform/ids.ts';
import { sampleEvent } from './sample-event.ts';
import { webhookTag as tag } from './schema.ts';

// The requests that receivers get, for the OpenAPI document.

const meanings: Record<EventType, string> = {
  'call.initiated': 'A call was accepted, or came in.',
  'call.ringing': "The other party's phone rings.",
  'call.connected': 'The other party answered.',
  'call.held': 'The call was put on hold: the customer hears music.',
  'call.resumed': 'The parties of a call that was on hold hear each other again.',
  'call.completed': 'A connected call has ended. Each call ends in exactly one of `call.completed` and `call.missed`.',
  'call.missed': 'A call ended without connecting, whatever its status; voicemail included.',
  'call.analyzed': 'Transcription, summary and voice analysis of a call have settled.',
  'customer.created': 'A customer was created.',
  'customer.updated': 'A customer was changed.',
};

const headers = {
  'X-Service-Signature':
    '`t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw body>`, with the bytes behind `whsec_`, base64-decoded, as key. While a secret is being rotated there are two `v1`.',
  'webhook-id': 'The `id` of the event, the same at each attempt: drop what was received before.',
  'webhook-timestamp': 'When this attempt was signed, in unix seconds. Refuse what is more than 300 seconds off.',
  'webhook-signature': '`v1,<base64>`, as Standard Webhooks has it: of `<webhook-id>.<webhook-timestamp>.<raw body>`.',
  'X-Request-ID': 'Names this attempt.',
};

export const sentEvents: Sent[] = eventTypes.map((type) => {
  const noun = type.startsWith('customer.') ? 'customer' : 'call';
  return {
    name: type,
    description: meanings[type],
    tag: tag.name,
    headers,
    schema: Type.Object({
      id: Type.String({ description: 'Id of the event: `evt_` and 26 characters.' }),
      type: Type.Literal(type),
      timestamp: timestamp('When the event was recorded.'),
      test: Type.Boolean({ description: 'Whether it belongs to a test call, or a test key caused it.' }),
      data: Type.Object({}, { additionalProperties: true, description: `The ${noun}, its numbers masked.` }),
    }),
    example: exampleOf(type),
  };
});

function exampleOf(type: EventType): object {
  const { isTest, data } = sampleEvent(type);
  const event_id = idOf('event', '019a86f2-3f0e-7c55-9d6c-2d1f7c1f4b1a');
  const event = { event_id, type, is_test: isTest, data: JSON.stringify(data) };
  return JSON.parse(eventBody({ ...event, created_at: new Date('2026-11-15T09:30:00.000Z') }));
}
