import { type Static, Type } from 'typebox';
import { callStatuses } from '../calls/state/call-state.ts';
import { eventTypes } from '../events/event-types.ts';
import { id, inputObject, list, nullable, single, timestamp } from '../http/input/schema.ts';

export const webhookTag = {
  name: 'Webhooks',
  description:
    'Where events are sent to, and what became of each. Webhooks belong to the tenant: test keys and live keys see the same ones, and the `test` of an event tells them apart.',
};

export const demands = { scope: 'webhooks:manage', license: 'open_api_advanced' } as const;

/** The longest label; one made from a host name is cut to this length. */
export const labelLimit = 100;

const labelDescription = 'Human-readable name of the webhook.';
const label = nullable(
  Type.String({
    minLength: 1,
    maxLength: labelLimit,
    description: `${labelDescription} Without one, or with null, it is the host of the URL, without a port.`,
  }),
);
const url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description:
    'Where events are sent to: `https`, without credentials and fragment, on a public address. Redirects are not followed.',
  examples: ['https://hooks.example.com/trunkline'],
});
const events = Type.Array(Type.Unsafe<string>({ type: 'string', enum: eventTypes }), {
  minItems: 1,
  maxItems: 100,
  description: 'Kinds of events to send.',
  examples: [['call.completed', 'call.missed']],
});
const statuses = Type.Array(Type.Unsafe<string>({ type: 'string', enum: callStatuses }), {
  maxItems: 100,
  description: 'Only calls with one of these statuses. It is no filter for `customer.*`.',
});
const projectIds = Type.Array(id('project', 'Project of the tenant.'), {
  maxItems: 1_000,
  description: 'Only what belongs to one of these projects.',
});
const filtersDescription =
  'What to send of those kinds: what passes all of the filters. One that is missing or empty lets everything pass.';

const filters = nullable(
  Type.Object(
    { project_ids: Type.Optional(nullable(projectIds)), call_status: Type.Optional(nullable(statuses)) },
    { additionalProperties: false, description: `${filtersDescription} They are replaced whole; null clears them.` },
  ),
);
export type Filters = Static<typeof filters>;

const is_enabled = Type.Boolean({ description: 'Whether events are sent.' });

const outputOnly = ['webhook_id', 'disabled_reason', 'secret', 'created_at', 'updated_at'];

export const NewWebhook = inputObject(
  {
    url,
    events,
    label: Type.Optional(label),
    filters: Type.Optional(filters),
    is_enabled: Type.Optional({ ...is_enabled, default: true }),
  },
  { title: 'NewWebhook', outputOnly },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookChange = inputObject(
  Type.Partial(Type.Object({ url, events, label, filters, is_enabled })).properties,
  { title: 'WebhookChange', outputOnly },
);
export type WebhookChange = Static<typeof WebhookChange>;

const webhook_id = id('webhook', 'Assigned by the service.');

const webhook = {
  webhook_id,
  label: Type.String({ maxLength: labelLimit, description: labelDescription }),
  url,
  events,
  filters: Type.Object(
    { project_ids: Type.Optional(projectIds), call_status: Type.Optional(statuses) },
    { description: filtersDescription },
  ),
  is_enabled,
  disabled_reason: nullable(
    Type.String({
      description:
        'Why the service has disabled it: `endpoint_gone` (the receiver answered 410) or `failing_for_120_hours`. Null where it is enabled, or an administrator has disabled it.',
    }),
  ),
  created_at: timestamp('When the webhook was created.'),
  updated_at: timestamp('When the webhook was last changed.'),
};

const secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  description: 'What signs the requests: `whsec_` and the base64 of the 32 bytes of the key. It is shown this once.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
});

const Webhook = Type.Object(webhook, { title: 'Webhook' });
export const WebhookAnswer = single(Webhook);
export const WebhookList = list(Webhook);
export const CreatedWebhookAnswer = single(Type.Object({ ...webhook, secret }, { title: 'CreatedWebhook' }));

export const DeletedWebhookAnswer = single(
  Type.Object(
    { webhook_id, deleted_at: timestamp('When the webhook was deleted. Nothing was sent after the answer.') },
    { title: 'DeletedWebhook' },
  ),
);

export const RotatedSecretAnswer = single(
  Type.Object(
    {
      webhook_id,
      secret,
      previous_secret_expires_at: timestamp('Until then requests are signed with the secret before this one too.'),
    },
    { title: 'RotatedSecret' },
  ),
);

export const WebhookId = id(
  'webhook',
  'The `webhook_id` of the webhook. One that does not exist, was deleted, belongs to another tenant or is no number is 404.',
  { title: 'WebhookId', examples: [3] },
);
