import { type Described, takesIdempotencyKey } from '../described.ts';
import type { Components, Part } from './schemas.ts';

export const exampleRequestId = '019a86f2-3f0e-7c55-9d6c-2d1f7c1f4b1a';

const answerHeaders: Record<string, Part> = {
  'X-Request-ID': {
    description:
      "The client's own id where it sent a good one, a new one otherwise. Keep it: it finds the request in the logs.",
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    example: exampleRequestId,
  },
  'RateLimit-Policy': {
    description: 'How many requests (`q`) the key may make in how many seconds (`w`). Absent where there is no limit.',
    schema: { type: 'string' },
    example: '"requests";q=3000;w=60',
  },
  RateLimit: {
    description:
      'How many requests are left (`r`), and the seconds until more is left (`t`). Absent where there is no limit.',
    schema: { type: 'string' },
    example: '"requests";r=2987;t=41',
  },
  'Idempotent-Replayed': {
    description: 'There when this is the kept answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 1 },
    example: 5,
  },
  'WWW-Authenticate': {
    description: 'How to prove who you are (RFC 6750).',
    schema: { type: 'string' },
    example: 'Bearer',
  },
};

/** The named headers of an answer, and those of every answer. */
export function responseHeaders(
  names: string[],
  { isKeyKnown }: { isKeyKnown: boolean },
  components: Components,
): Part {
  const rate = isKeyKnown ? ['RateLimit-Policy', 'RateLimit'] : [];
  const wanted = ['X-Request-ID', ...rate, ...names].map((name) => name.toLowerCase());
  const headers = Object.entries(answerHeaders).filter(([name]) => wanted.includes(name.toLowerCase()));
  return Object.fromEntries(headers.map(([name, header]) => [name, components.refer('headers', name, header)]));
}

const requestId = {
  name: 'X-Request-ID',
  in: 'header',
  description: 'An id of your own for this request. Whatever does not have this form is replaced by a new one.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes it safe to send this request again: within 24 hours the same request with the same key gets the first answer. A UUID is good.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The headers that an operation accepts. */
export function requestHeaders(described: Described, components: Components): Part[] {
  const ofPost = takesIdempotencyKey(described)
    ? [components.refer('parameters', 'IdempotencyKey', idempotencyKey)]
    : [];
  return [...ofPost, components.refer('parameters', 'RequestId', requestId)];
}
