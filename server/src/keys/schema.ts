import { id, idOrNull, inputObject, list, nullable, single, timestamp, timestampOrNull } from '../http/input/schema.ts';
import { scopes as allScopes } from '../platform/caller.ts';
import { Type } from '../platform/schema-type.ts';
import { longestOverlap } from './rotate-key.ts';

export const keyTag = { name: 'API keys', description: 'Keys with which programs use the public API at `/api/v1`.' };

const name = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Name of the key, such as the system that uses it.',
});
const kind = Type.Unsafe<string>({
  type: 'string',
  enum: ['test', 'live'],
  description: '`test`: calls are simulated and ring no phone. `live`: calls ring real phones.',
});
const scopes = Type.Array(Type.Unsafe<string>({ type: 'string', enum: allScopes }), {
  minItems: 1,
  maxItems: 100,
  description: 'Scopes of the key: the operations that it can use.',
});
const allowlist = Type.Array(Type.String(), {
  maxItems: 50,
  description: 'IP addresses and CIDR ranges, IPv4 or IPv6, that can use the key. Empty: any address.',
});

const allowsAssistants = Type.Boolean({
  description:
    'Whether assistants can start live calls with the key, over `/mcp`. They can use the other operations of its scopes either way. It makes no difference for a test key.',
});

export const NewKeySchema = inputObject(
  {
    name,
    kind,
    scopes,
    allowlist: Type.Optional(nullable(allowlist)),
    allows_assistants: Type.Optional({ ...allowsAssistants, default: false }),
    expires_at: Type.Optional(
      nullable(
        Type.String({
          description:
            'Expiry of the key, in the future: a time (RFC 3339), or a date, which means midnight UTC at its start. Default: the key does not expire.',
        }),
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
      description: 'Number of hours for which the old key stays valid.',
    }),
  },
  { title: 'KeyRotation' },
);

const shown = {
  key_id: id('key', 'Id of the key, assigned by the service.'),
  name,
  kind,
  hint: Type.String({ description: 'Start and end of the key, to recognize it.' }),
  scopes,
  allowlist,
  allows_assistants: allowsAssistants,
  created_at: timestamp('Time of creation.'),
  expires_at: timestampOrNull('Time at which the key expires or has expired. Null if it does not expire.'),
  revoked_at: timestampOrNull('Time at which the key was revoked. Null if it was not.'),
  last_used_at: timestampOrNull(
    'Time of the last request with this key, accurate to a few seconds. Null if it was never used.',
  ),
  replaced_by: idOrNull('key', 'Id of the key that replaces this one after a rotation. Null if it was not rotated.'),
};
const key = Type.String({ description: 'The key itself. It is returned only here, so store it now.' });

const Key = Type.Object(shown, { title: 'Key', description: 'An API key, without the key itself.' });
export const KeyAnswer = single(Key);
export const KeyList = list(Key);
export const CreatedKey = single(
  Type.Object({ ...shown, key }, { title: 'CreatedKey', description: 'A new API key, with the key itself.' }),
);

export const KeyIdSchema = id('key', 'The `key_id` of the API key.', { title: 'KeyId', examples: [12] });

const sent = { name: 'CRM', kind: 'live', scopes: ['customers:read', 'customers:write'] };
const full = {
  ...sent,
  allowlist: ['203.0.113.0/24'],
  allows_assistants: false,
  expires_at: '2027-04-01T00:00:00+09:00',
};
const example = {
  key_id: 12,
  ...sent,
  hint: 'tl_live_…aB3x',
  allowlist: ['203.0.113.0/24'],
  allows_assistants: false,
  created_at: '2026-11-15T09:30:00.000Z',
  expires_at: '2027-03-31T15:00:00.000Z',
  revoked_at: null,
  last_used_at: '2026-11-15T10:02:11.000Z',
  replaced_by: null,
};
const fresh = { ...example, last_used_at: null };
export const examples = {
  sent,
  full,
  key: example,
  created: { ...fresh, key: 'tl_live_...' },
  revoked: { ...example, revoked_at: '2026-11-16T09:30:00.000Z' },
  rotated: { ...fresh, key_id: 13, hint: 'tl_live_…x7Qp', key: 'tl_live_...' },
};
