import { callInFull, callItemFields } from '../calls/schema.ts';
import { isOfCustomer } from '../customers/sample-customer-event.ts';
import { CustomerAnswer } from '../customers/schema.ts';
import { eventBody } from '../events/event-body.ts';
import { type EventType, eventTypes } from '../events/event-types.ts';
import { textOrNull, timestamp, word } from '../http/input/schema.ts';
import type { Sent } from '../http/openapi/document.ts';
import { idOf } from '../platform/ids.ts';
import { Type } from '../platform/schema-type.ts';
import { sampleEvent } from './sample-event.ts';
import { webhookTag as tag } from './schema.ts';

// The requests that receivers get, for the OpenAPI document.

const texts: Record<EventType, { summary: string; description: string }> = {
  'call.initiated': {
    summary: 'Call initiated',
    description: 'Sent when the service has accepted an outbound call, or when an inbound call arrives.',
  },
  'call.ringing': {
    summary: 'Call ringing',
    description:
      'Sent when the phone of the called party starts to ring: the customer of an outbound call, the staff of an inbound one. Some calls have no such event, for example if the number is busy.',
  },
  'call.connected': {
    summary: 'Call connected',
    description: 'Sent when the called party answers and the conversation starts.',
  },
  'call.held': {
    summary: 'Call held',
    description: 'Sent when a call is put on hold with `POST /calls/{callId}/hold`.',
  },
  'call.resumed': {
    summary: 'Call resumed',
    description:
      'Sent when a hold ends and the parties are connected again. A call that ends during a hold has no such event.',
  },
  'call.completed': {
    summary: 'Call completed',
    description:
      'Sent when a connected call ends. Each call ends with exactly one event: `call.completed` if it was answered, `call.missed` if it was not.',
  },
  'call.missed': {
    summary: 'Call missed',
    description:
      'Sent when a call ends without a conversation, whatever its final status: `no_answer`, `busy`, `rejected`, `canceled`, `failed`, `missed_call` or `voicemail`. It applies to outbound calls too.',
  },
  'call.analyzed': {
    summary: 'Call analyzed',
    description:
      'Sent when the transcription, summary and voice analysis of a call have finished, successfully or not. The event does not contain them: read them with `GET /calls/{callId}`.',
  },
  'call.updated': {
    summary: 'Call updated',
    description:
      'Sent when the note, tags, outcome or metadata of a call change with `PUT /calls/{callId}`. A request that changes nothing sends no event. The event contains the tags and the outcome, but not the note: read it with `GET /calls/{callId}`.',
  },
  'customer.created': {
    summary: 'Customer created',
    description: 'Sent when a customer is created, alone or in bulk.',
  },
  'customer.updated': {
    summary: 'Customer updated',
    description: 'Sent when at least one field of a customer changes. A request that changes nothing sends no event.',
  },
  'customer.deleted': {
    summary: 'Customer deleted',
    description: 'Sent when a customer is deleted. The event contains only the ids of the customer.',
  },
};

const headers = {
  'X-Service-Signature':
    '`t=<unix seconds>,v1=<hex>`. The signature is the HMAC-SHA256 of `<t>.<raw body>`; the key is the part of the secret after `whsec_`, base64-decoded. For 24 hours after a rotation there are two `v1`, one for each secret: accept the request if one of them matches.',
  'webhook-id': 'The `id` of the event. It is the same at each attempt, so use it to drop duplicates.',
  'webhook-timestamp':
    'Time at which this attempt was signed, in Unix seconds. Reject requests that are more than 300 seconds old.',
  'webhook-signature':
    '`v1,<base64>`: signature of `<webhook-id>.<webhook-timestamp>.<raw body>` by the Standard Webhooks specification, with the same key. Verify either this header or `X-Service-Signature`.',
  'X-Request-ID': 'Id of this attempt. A retry has a new one.',
};

const { initiated_at, answered_at, customer_id, metadata, end_reason, hangup_by, tags, outcome } = callInFull;
const CallEventData = Type.Object(
  {
    ...callItemFields,
    ...{ initiated_at, answered_at, customer_id, metadata, end_reason, hangup_by },
    customer_external_id: textOrNull(
      'The `external_id` of the customer. Null if the call has no customer, or the customer no `external_id`.',
    ),
    recording: word(
      ['ready', 'none', 'pending'],
      'Recording of the call. `ready`: it can be played. `pending`: the call is being recorded, or its recording is not stored yet. `none`: there is no recording.',
    ),
    sequence: Type.Integer({
      minimum: 1,
      description:
        'Number of the event within its call. Events can arrive out of order: ignore an event whose `sequence` is lower than one that you have already processed.',
    }),
  },
  {
    title: 'CallEventData',
    description: 'The call at the time of the event, with its phone number masked and without transcript.',
  },
);

const UpdatedCallData = Type.Object(
  { ...CallEventData.properties, tags, outcome },
  {
    title: 'UpdatedCallData',
    description: 'The call at the time of the event, with its tags and outcome, and without its note.',
  },
);

const maskedNumber = textOrNull('Phone number, masked. Null if unset.');
const CustomerEventData = Type.Object(
  {
    ...CustomerAnswer.properties.data.properties,
    ...{ tel1: maskedNumber, tel2: maskedNumber, tel3: maskedNumber },
    omitted: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Names of fields that are null here only because the event would be too large: `custom_fields`, `notes`. Read the customer for their values.',
      }),
    ),
  },
  { title: 'CustomerEventData', description: 'The customer at the time of the event, with phone numbers masked.' },
);

const { project_id, external_id } = CustomerAnswer.properties.data.properties;
const DeletedCustomerData = Type.Object(
  { customer_id: CustomerAnswer.properties.data.properties.customer_id, project_id, external_id },
  { title: 'DeletedCustomerData', description: 'The ids of a customer that was deleted.' },
);

function dataOf(type: EventType) {
  if (type === 'customer.deleted') return DeletedCustomerData;
  if (type === 'call.updated') return UpdatedCallData;
  return isOfCustomer(type) ? CustomerEventData : CallEventData;
}

export const sentEvents: Sent[] = eventTypes.map((type) => {
  return {
    name: type,
    ...texts[type],
    tag: tag.name,
    headers,
    schema: Type.Object({
      id: Type.String({
        description: 'Id of the event: `evt_` and 26 characters. It is the same at each delivery attempt.',
      }),
      type: Type.Literal(type, { description: 'Type of the event.' }),
      timestamp: timestamp('Time at which the event was recorded.'),
      test: Type.Boolean({ description: 'True if the event belongs to a test call, or if a test key caused it.' }),
      data: dataOf(type),
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
