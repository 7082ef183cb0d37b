import { Type } from 'typebox';
import { id, idOrNull, inputObject, list, nullable, single, timestamp, timestampOrNull } from '../http/input/schema.ts';
import { scopes as allScopes } from '../platform/caller.ts';
import { longestOverlap } from './rotate-key.ts';

export const keyTag = { name: 'API keys', description: 'What programs call `/api/v1` with.' };

const name = Type.String({ minLength: 1, maxLength: 255, description: 'What it is for.' });
const kind = Type.Unsafe<string>({
  type: 'string',
  enum: ['test', 'live'],
  description: 'Calls of a test key are simulated.',
});
const scopes = Type.Array(Type.Unsafe<string>({ type: 'string', enum: allScopes }), {
  minItems: 1,
  maxItems: 100,
  description: 'What it may do.',
});
const allowlist = Type.Array(Type.String(), {
  maxItems: 50,
  description: 'Addresses and CIDRs that it may be used from; empty is any.',
});

export const NewKey = inputObject(
  {
    name,
    kind,
    scopes,
    allowlist: Type.Optional(nullable(allowlist)),
    expires_at: Type.Optional(
      nullable(
        Type.String({ description: 'When it ends, in the future: a time, or a day (its first moment in UTC).' }),
      ),
    ),
  },
  { title: 'NewKey' },
);

export const Rotation = inputObject(
  {
    overlap_hours: Type.Integer({
      minimum: 0,
      maximum: longestOverlap,
      description: 'How long the key before this one is good yet.',
    }),
  },
  { title: 'KeyRotation' },
);

const shown = {
  key_id: id('key', 'Assigned by the service.'),
  name,
  kind,
  hint: Type.String({ description: 'The beginning and the end of the key, to tell it from others.' }),
  scopes,
  allowlist,
  created_at: timestamp('When it was created.'),
  expires_at: timestampOrNull('When it ends, or has ended.'),
  revoked_at: timestampOrNull('When it was revoked.'),
  last_used_at: timestampOrNull('When it was last used, to some seconds.'),
  replaced_by: idOrNull('key', 'The key that has taken its place by rotation.'),
};
const key = Type.String({ description: 'The key itself. It is shown this once.' });

const Key = Type.Object(shown, { title: 'Key' });
export const KeyAnswer = single(Key);
export const KeyList = list(Key);
export const CreatedKey = single(Type.Object({ ...shown, key }, { title: 'CreatedKey' }));

export const KeyId = id('key', 'The `key_id` of the key.', { title: 'KeyId', examples: [12] });

const sent = { name: 'CRM', kind: 'live', scopes: ['customers:read', 'customers:write'] };
const example = {
  key_id: 12,
  ...sent,
  hint: 'tl_live_…aB3x',
  allowlist: ['203.0.113.0/24'],
  created_at: '2026-11-15T09:30:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: '2026-11-15T10:02:11.000Z',
  replaced_by: null,
};
const fresh = { ...example, last_used_at: null };
export const examples = {
  sent,
  key: example,
  created: { ...fresh, key: 'tl_live_...' },
  revoked: { ...example, revoked_at: '2026-11-16T09:30:00.000Z' },
  rotated: { ...fresh, key_id: 13, hint: 'tl_live_…x7Qp', key: 'tl_live_...' },
};
