import { type Described, takesIdempotencyKey } from '../described.ts';
import type { Components, OpenApiPart } from './schemas.ts';

export const exampleRequestId = '019a86f2-3f0e-7c55-9d6c-2d1f7c1f4b1a';

const answerHeaders: Record<string, OpenApiPart> = {
  'X-Request-ID': {
    description:
      'Id of this request: the one that the client sent, if it is valid, or a new one. Log it: the operator can find the request in the server log with it.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    example: exampleRequestId,
  },
  'RateLimit-Policy': {
    description: 'Rate limit of the API key: `q` requests in `w` seconds. Absent if the key has no limit.',
    schema: { type: 'string' },
    example: '"requests";q=3000;w=60',
  },
  RateLimit: {
    description:
      'Current state of the rate limit: `r` requests remain, and more become available in `t` seconds. Absent if the key has no limit.',
    schema: { type: 'string' },
    example: '"requests";r=2987;t=41',
  },
  'Idempotent-Replayed': {
    description: 'Present if this is the stored response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Retry-After': {
    description: 'Number of seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
    example: 5,
  },
  'WWW-Authenticate': {
    description: 'The required authentication scheme (RFC 6750): send an API key as a bearer token.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
};

/** The named headers of an answer, and those of every answer. */
export function responseHeaders(
  names: string[],
  { isKeyKnown }: { isKeyKnown: boolean },
  components: Components,
): OpenApiPart {
  const rate = isKeyKnown ? ['RateLimit-Policy', 'RateLimit'] : [];
  const wanted = ['X-Request-ID', ...rate, ...names].map((name) => name.toLowerCase());
  const headers = Object.entries(answerHeaders).filter(([name]) => wanted.includes(name.toLowerCase()));
  return Object.fromEntries(headers.map(([name, header]) => [name, components.refer('headers', name, header)]));
}

const requestId = {
  name: 'X-Request-ID',
  in: 'header',
  description:
    'Your own id for this request, returned in the response and written to the server log. A value in another format is replaced by a new id.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes this request safe to retry. For 24 hours, the same request with the same key returns the stored first response instead of running again. Use a new unique value, such as a UUID, for each new request.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The headers that an operation accepts. */
export function requestHeaders(described: Described, components: Components): OpenApiPart[] {
  const ofPost = takesIdempotencyKey(described)
    ? [components.refer('parameters', 'IdempotencyKey', idempotencyKey)]
    : [];
  return [...ofPost, components.refer('parameters', 'RequestId', requestId)];
}
