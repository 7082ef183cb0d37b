import type { Static } from 'typebox';
import { callStatuses } from '../calls/state/call-state.ts';
import { eventTypes } from '../events/event-types.ts';
import { id, inputObject, list, nullable, single, timestamp } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';

export const webhookTag = {
  name: 'Webhooks',
  description:
    'Endpoints of yours that receive events, and the log of what was delivered to them. Trunkline signs each request and retries until your endpoint confirms it with a 2xx status. Events can arrive more than once and out of order. Test keys and live keys share the same webhooks: the `test` field of an event shows its mode.',
};

export const demands = { scope: 'webhooks:manage', license: 'open_api_advanced' } as const;

/** The longest label; one made from a host name is cut to this length. */
export const labelLimit = 100;

const labelDescription = 'Name of the webhook, for people.';
const label = nullable(
  Type.String({
    minLength: 1,
    maxLength: labelLimit,
    description: `${labelDescription} Default: the host name of the URL.`,
  }),
);
const url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description:
    'HTTPS endpoint that receives the events as `POST` requests. It must be reachable at a public address; private addresses, credentials in the URL and fragments are not allowed. Redirects are not followed.',
  examples: ['https://hooks.example.com/trunkline'],
});
const events = Type.Array(Type.Unsafe<string>({ type: 'string', enum: eventTypes }), {
  minItems: 1,
  maxItems: 100,
  description: 'Types of the events to send, at least one.',
  examples: [['call.completed', 'call.missed']],
});
const statuses = Type.Array(Type.Unsafe<string>({ type: 'string', enum: callStatuses }), {
  maxItems: 100,
  description: 'Sends only events of calls with one of these statuses. Does not apply to `customer.*` events.',
});
const projectIds = Type.Array(id('project', 'Id of a project of the tenant.'), {
  maxItems: 1_000,
  description: 'Sends only events of calls and customers in one of these projects.',
});
const filtersDescription =
  'Restricts the events. An event is sent if it passes both filters; a filter that is missing or empty passes everything.';

const filters = nullable(
  Type.Object(
    { project_ids: Type.Optional(nullable(projectIds)), call_status: Type.Optional(nullable(statuses)) },
    {
      additionalProperties: false,
      description: `${filtersDescription} An update replaces the whole object, and null removes all filters.`,
    },
  ),
);
export type WebhookFilters = Static<typeof filters>;

const is_enabled = Type.Boolean({
  description: 'Whether the webhook receives events. While it is false, events are not queued for it.',
});

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

const webhook_id = id('webhook', 'Id of the webhook, assigned by the service.');

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
        'Why the service disabled the webhook: `endpoint_gone` (the endpoint responded with 410) or `failing_for_120_hours` (no successful delivery for 120 hours). Null if the webhook is enabled, or was disabled by a request.',
    }),
  ),
  created_at: timestamp('Time of creation.'),
  updated_at: timestamp('Time of the last change.'),
};

const secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  description:
    'Signing secret: `whsec_` and 32 bytes in base64. Your endpoint verifies the signature of each request with it. It is returned only here, so store it now.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
});

const Webhook = Type.Object(webhook, { title: 'Webhook', description: 'A subscription of one endpoint to events.' });
export const WebhookAnswer = single(Webhook);
export const WebhookList = list(Webhook);
export const CreatedWebhookAnswer = single(
  Type.Object(
    { ...webhook, secret },
    { title: 'CreatedWebhook', description: 'A new webhook, with its signing secret.' },
  ),
);

export const DeletedWebhookAnswer = single(
  Type.Object(
    { webhook_id, deleted_at: timestamp('Time of deletion. Nothing is sent after this response.') },
    { title: 'DeletedWebhook' },
  ),
);

export const RotatedSecretAnswer = single(
  Type.Object(
    {
      webhook_id,
      secret,
      previous_secret_expires_at: timestamp(
        'Until this time, requests are also signed with the previous secret: 24 hours after the rotation.',
      ),
    },
    { title: 'RotatedSecret' },
  ),
);

export const WebhookIdSchema = id(
  'webhook',
  'The `webhook_id` of the webhook. Unknown and deleted ids, ids of other tenants and values that are not numbers return 404.',
  { title: 'WebhookId', examples: [3] },
);
