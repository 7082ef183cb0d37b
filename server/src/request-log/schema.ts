import { pagingParameters } from '../http/input/paging.ts';
import { id, inputObject, list, nullable, timestamp } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';

export const requestTag = { name: 'Request log', description: 'Requests of API keys in the last 7 days.' };

/** The lowest and the highest status of each outcome. */
export const outcomes = { succeeded: [100, 399], failed: [400, 599] } as const;
export type Outcome = keyof typeof outcomes;

const operation = Type.String({ minLength: 1, maxLength: 100, description: 'Id of the operation.' });

export const RequestQuery = inputObject({
  page: pagingParameters.page,
  per_page: pagingParameters.per_page,
  key_id: Type.Optional(id('key', 'Returns only requests of this API key.')),
  operation: Type.Optional({
    ...operation,
    description: 'Returns only requests of this operation, such as `listCalls`.',
  }),
  outcome: Type.Optional(
    Type.Unsafe<Outcome>({
      type: 'string',
      enum: Object.keys(outcomes),
      description: 'Returns only requests that succeeded, or only those that failed (status 400 or higher).',
    }),
  ),
  request_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: 'Returns only the requests with this id.' }),
  ),
});

const Entry = Type.Object(
  {
    at: timestamp('Time at which the request arrived.'),
    request_id: Type.String({ description: 'Id of the request, as in its `X-Request-Id` response header.' }),
    key_id: id('key', 'API key that was used. It may have been revoked since.'),
    key_name: nullable(Type.String({ description: 'Name of the API key.' })),
    operation: { ...operation, description: 'Id of the operation in the OpenAPI document, such as `listCalls`.' },
    status: Type.Integer({ description: 'HTTP status of the response.' }),
    milliseconds: Type.Number({ description: 'Time from the arrival of the request to the end of the response.' }),
  },
  { title: 'RequestLogEntry', description: 'One request of an API key, without its content.' },
);
export const RequestList = list(Entry);

export const example = {
  at: '2026-11-15T09:30:00.000Z',
  request_id: '01a1ea20-5059-7115-8189-6aecbdbeec77',
  key_id: 12,
  key_name: 'CRM',
  operation: 'initiateCall',
  status: 201,
  milliseconds: 8.4,
};
