import { eventTypes } from '../../events/event-types.ts';
import { inputObject, list, nullable, single, timestamp, timestampOrNull } from '../../http/input/schema.ts';
import { Type } from '../../platform/schema-type.ts';
import { type Failure, failureCodes } from '../sending/explain-failure.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'canceled'] as const;

const Attempt = Type.Object(
  {
    at: timestamp('Start time of the attempt.'),
    duration_ms: Type.Integer({ minimum: 0, description: 'Duration of the attempt, in milliseconds.' }),
    response_status: nullable(
      Type.Integer({ description: 'HTTP status of the response. Null if there was no response.' }),
    ),
    response_body: nullable(
      Type.String({
        description:
          'First 500 characters of the response body, with phone numbers masked. Null if there was no response, and in the answer to a retry.',
      }),
    ),
    error: nullable(Type.String({ description: 'Why the attempt failed, for people. Null if it succeeded.' })),
    error_code: Type.Unsafe<Failure['code'] | null>({
      type: ['string', 'null'],
      enum: [...failureCodes, null],
      description:
        'Why the attempt failed, as a code for programs. Null if it succeeded, and for attempts made before this field existed.',
    }),
  },
  { title: 'DeliveryAttempt', description: 'One HTTP request to the endpoint.' },
);

const delivery_id = Type.String({
  pattern: '^dlv_[0-7][0-9A-HJKMNP-TV-Z]{25}$',
  description: 'Id of the delivery, assigned by the service: `dlv_` and 26 characters. Ids sort by time of creation.',
  examples: ['dlv_01KA3HDNJ47K45VGPGDPSZXXF4'],
});

const delivery = {
  delivery_id,
  event_id: Type.String({
    pattern: '^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$',
    description: 'The `id` of the event. It is the same at each attempt.',
    examples: ['evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M'],
  }),
  event_type: Type.Unsafe<string>({
    type: 'string',
    enum: eventTypes,
    description: 'Type of the event.',
    examples: ['call.completed'],
  }),
  status: Type.Unsafe<(typeof deliveryStatuses)[number]>({
    type: 'string',
    enum: deliveryStatuses,
    description:
      '`pending`: not delivered yet, and will be attempted at `next_attempt_at`. `delivered`: the endpoint responded with a 2xx status. `failed`: all attempts failed. `canceled`: not sent, because the webhook was disabled.',
  }),
  attempts: Type.Array(Attempt, {
    description: 'The last 20 attempts, oldest first.',
  }),
  next_attempt_at: timestampOrNull('Time of the next attempt. Null if none is planned.'),
  created_at: timestamp('Time at which the delivery was queued.'),
};

const Delivery = Type.Object(delivery, {
  title: 'Delivery',
  description: 'One event for one webhook, with its attempts.',
});

export const DeliveryAnswer = single(Delivery);
export const DeliveryList = list(Delivery);

const request = Type.Object(
  {
    url: nullable(
      Type.String({ description: 'URL that the request was sent to. Stored for test events only, otherwise null.' }),
    ),
    headers: Type.Unsafe<Record<string, string> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'string' },
      description: 'Request headers, including the signatures. Stored for test events only, otherwise null.',
    }),
    body: nullable(Type.String({ description: 'Exact request body. Null if the event is no longer stored.' })),
  },
  { description: 'The request that was sent. The body is the same at each attempt.' },
);

export const ExchangeAnswer = single(
  Type.Object(
    { ...delivery, request },
    { title: 'DeliveryExchange', description: 'A delivery with the request that was sent.' },
  ),
);

export const DeliveryIdSchema = Type.String({
  title: 'DeliveryId',
  description: 'The `delivery_id` of the delivery. Unknown ids and deliveries older than 30 days return 404.',
  examples: ['dlv_01KA3HDNJ47K45VGPGDPSZXXF4'],
});

const moment = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: ['2026-11-15T09:30:00Z'] });

export const ReplaySchema = inputObject(
  {
    since: moment(
      'Start of the period: a time (RFC 3339), or a date, which starts at midnight UTC. Deliveries are stored for 30 days.',
    ),
    until: Type.Optional(nullable(moment('End of the period (exclusive), in the same format. Default: now.'))),
    status: Type.Optional(
      Type.Unsafe<'failed' | 'all'>({
        type: 'string',
        enum: ['failed', 'all'],
        default: 'failed',
        description:
          '`failed`: sends the deliveries that failed, and those that are waiting for a retry. `all`: also sends delivered and canceled ones.',
      }),
    ),
  },
  { title: 'Replay' },
);

export const ReplayAnswer = single(
  Type.Object(
    { queued: Type.Integer({ minimum: 0, description: 'Number of deliveries that will be sent again.' }) },
    { title: 'ReplayQueued', description: 'Result of a replay.' },
  ),
);
