import { examples as callExamples } from '../calls/examples.ts';
import { CallItem } from '../calls/schema.ts';
import { availabilities } from '../directory/availability.ts';
import { id, nullable, orNull, single, textOrNull, timestamp, word } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';

export const homeTag = { name: 'Home', description: 'The first page of the console.' };

const count = (description: string) => Type.Integer({ minimum: 0, description });
const has = (description: string) => Type.Boolean({ description });

const OpenCalls = Type.Object(
  {
    total: count('Number of calls in progress.'),
    newest: Type.Array(CallItem, { description: 'The newest of them, at most 8.' }),
  },
  { title: 'OpenCalls', description: 'Calls in progress, in the mode of the request.' },
);

const StaffAvailability = Type.Object(
  {
    available: count('Number of staff members who can take a call.'),
    busy: count('Number of staff members on a call of the mode of the request.'),
    unreachable: count('Number of staff members without a phone, or whose phone is not registered.'),
    members: Type.Array(
      Type.Object(
        {
          staff_id: id('staff', 'Id of the staff member.'),
          name: Type.String({ description: 'Name of the staff member.' }),
          availability: word(availabilities, 'Whether the staff member can take a call at this moment.'),
        },
        { title: 'AvailableStaff', description: 'A staff member.' },
      ),
      { description: 'Staff members, at most 50: busy ones first, unreachable ones last.' },
    ),
  },
  { title: 'StaffAvailability', description: 'Active staff members and their availability.' },
);

const Attention = Type.Object(
  {
    webhooks: Type.Array(
      Type.Object(
        {
          webhook_id: id('webhook', 'Id of the webhook.'),
          label: Type.String({ description: 'Name of the webhook.' }),
          disabled_reason: textOrNull(
            'Why the service disabled the webhook, as in `GET /webhooks`. Null: it is enabled, and its last deliveries failed.',
          ),
        },
        { title: 'TroubledWebhook', description: 'A webhook that does not deliver.' },
      ),
      { description: 'Webhooks that fail or were disabled by the service. Empty for viewers and without the license.' },
    ),
    trunks: Type.Array(
      Type.Object(
        {
          trunk_id: id('trunk', 'Id of the trunk.'),
          name: Type.String({ description: 'Name of the trunk.' }),
          state: word(['unreachable', 'rejected'], '`rejected`: the carrier refuses the registration.'),
        },
        { title: 'TroubledTrunk', description: 'A trunk that does not work.' },
      ),
      { description: 'Trunks that do not work. Empty in test mode.' },
    ),
    keys: Type.Array(
      Type.Object(
        {
          key_id: id('key', 'Id of the key.'),
          name: Type.String({ description: 'Name of the key.' }),
          expires_at: timestamp('Time at which the key expires.'),
        },
        { title: 'ExpiringKey', description: 'A key that expires soon.' },
      ),
      { description: 'Valid keys of the mode of the request that expire within 14 days and were not rotated.' },
    ),
  },
  {
    title: 'Attention',
    description: 'Webhooks, trunks and keys that have a problem; at most 20 webhooks and 20 keys.',
  },
);

const FirstSteps = Type.Object(
  {
    key: has('Whether there is a valid API key.'),
    staff: has('Whether there is an active staff member.'),
    project: has('Whether there is an active project.'),
    called_in: Type.Array(word(['test', 'live'], 'A mode.'), { description: 'Modes in which there are calls.' }),
    webhook: nullable(
      Type.Boolean({ description: 'Whether there is a webhook. Null if the tenant has no license for webhooks.' }),
    ),
  },
  { title: 'FirstSteps', description: 'Progress of the setup of a new tenant.' },
);

export const HomeAnswer = single(
  Type.Object(
    {
      calls: OpenCalls,
      staff: StaffAvailability,
      attention: Attention,
      first_steps: orNull(FirstSteps, 'Progress of the setup. Null for viewers.'),
    },
    { title: 'Home', description: 'The present state of the tenant.' },
  ),
);

export const example = {
  calls: { total: 1, newest: [callExamples.item] },
  staff: {
    ...{ available: 1, busy: 1, unreachable: 0 },
    members: [
      { staff_id: 3, name: '佐藤 花子', availability: 'busy' },
      { staff_id: 4, name: '鈴木 一郎', availability: 'available' },
    ],
  },
  attention: {
    webhooks: [{ webhook_id: 3, label: 'CRM', disabled_reason: null }],
    trunks: [{ trunk_id: 7, name: 'carrier', state: 'unreachable' }],
    keys: [{ key_id: 12, name: 'CRM', expires_at: '2026-11-20T00:00:00.000Z' }],
  },
  first_steps: { key: true, staff: true, project: true, called_in: ['test', 'live'], webhook: true },
};
