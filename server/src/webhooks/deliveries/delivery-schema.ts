import { Type } from 'typebox';
import { eventTypes } from '../../events/event-types.ts';
import { inputObject, list, nullable, single, timestamp, timestampOrNull } from '../../http/input/schema.ts';
import { type Failure, failureCodes } from '../sending/explain-failure.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'canceled'] as const;

const Attempt = Type.Object(
  {
    at: timestamp('When it began.'),
    duration_ms: Type.Integer({ minimum: 0, description: 'How long it took.' }),
    response_status: nullable(Type.Integer({ description: 'Status of the answer; null where there was none.' })),
    response_body: nullable(
      Type.String({
        description: 'The beginning of the answer, at most 500 characters, its telephone numbers masked.',
      }),
    ),
    error: nullable(Type.String({ description: 'Why it failed, for people; null where it did not.' })),
    error_code: Type.Unsafe<Failure['code'] | null>({
      type: ['string', 'null'],
      enum: [...failureCodes, null],
      description: 'The same for programs; null too for attempts from before there were codes.',
    }),
  },
  { title: 'DeliveryAttempt' },
);

const delivery_id = Type.String({
  pattern: '^dlv_[0-7][0-9A-HJKMNP-TV-Z]{25}$',
  description: 'Assigned by the service. Ids sort by the time of creation.',
  examples: ['dlv_01KA3HDNJ47K45VGPGDPSZXXF4'],
});

const delivery = {
  delivery_id,
  event_id: Type.String({
    pattern: '^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$',
    description: 'The `id` of the event, which is the same at every attempt.',
    examples: ['evt_01KA3HDNHTQ8N6Z1V4C0W9YJ2M'],
  }),
  event_type: Type.Unsafe<string>({
    type: 'string',
    enum: eventTypes,
    description: 'Kind of the event.',
    examples: ['call.completed'],
  }),
  status: Type.Unsafe<(typeof deliveryStatuses)[number]>({
    type: 'string',
    enum: deliveryStatuses,
    description:
      '`pending` is still to be sent; `delivered` was answered with 2xx; `failed` has used up its attempts; `canceled` was not sent because the webhook was disabled.',
  }),
  attempts: Type.Array(Attempt, {
    description: 'What came of each attempt, the last one last; at most the last 20.',
  }),
  next_attempt_at: timestampOrNull('When it is sent next; null where it is not.'),
  created_at: timestamp('When it was queued.'),
};

const Delivery = Type.Object(delivery, { title: 'Delivery' });

export const DeliveryAnswer = single(Delivery);
export const DeliveryList = list(Delivery);

const request = Type.Object(
  {
    url: nullable(Type.String({ description: 'Where it was sent to; null where that is not kept.' })),
    headers: Type.Unsafe<Record<string, string> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'string' },
      description: 'What was sent with it, the signatures too; null where that is not kept.',
    }),
    body: nullable(Type.String({ description: 'The body, to the byte; null where its event is no longer kept.' })),
  },
  { description: 'What was sent. Of every attempt the body is the same; the rest is kept of tests alone.' },
);

export const ExchangeAnswer = single(Type.Object({ ...delivery, request }, { title: 'DeliveryExchange' }));

export const DeliveryId = Type.String({
  title: 'DeliveryId',
  description:
    "The `delivery_id` of the delivery. One that does not exist, is older than 30 days or isn't an id at all is 404.",
  examples: ['dlv_01KA3HDNJ47K45VGPGDPSZXXF4'],
});

const moment = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: ['2026-11-15T09:30:00Z'] });

export const Replay = inputObject(
  {
    since: moment(
      'From when: a time (RFC 3339), or a day, which begins at midnight UTC. Older than 30 days there is nothing.',
    ),
    until: Type.Optional(nullable(moment('Before when, in the same form; without it, until now.'))),
    status: Type.Optional(
      Type.Unsafe<'failed' | 'all'>({
        type: 'string',
        enum: ['failed', 'all'],
        default: 'failed',
        description:
          '`failed` sends those again that were not delivered: those that failed, and those that wait for a retry, which are sent now. `all` also sends those that were delivered or canceled.',
      }),
    ),
  },
  { title: 'Replay' },
);

export const ReplayAnswer = single(
  Type.Object(
    { queued: Type.Integer({ minimum: 0, description: 'How many deliveries are sent again.' }) },
    { title: 'ReplayQueued' },
  ),
);
