import type { List } from './list.ts';
import type { BodyOf, DataOf, ItemOf, OperationName, PathIds, QueryArgument } from './operation-types.ts';
import type { RequestOptions } from './transport.ts';

// Every operation of the API in one table; a test compares it with the OpenAPI document. A new operation is one line here.

type Operation<Kind, Name> = {
  kind: Kind;
  name: Name;
  /** Lists in this order would repeat items when others are added meanwhile: the id by which repetitions are dropped. */
  newestFirst?: string;
};

/** Takes the ids of the path. */
const plain = <const Name extends OperationName>(name: Name): Operation<'plain', Name> => ({ kind: 'plain', name });

/** Takes the ids of the path and a query. */
const query = <const Name extends OperationName>(name: Name): Operation<'query', Name> => ({ kind: 'query', name });

/** Takes the ids of the path and a body. */
const body = <const Name extends OperationName>(name: Name): Operation<'body', Name> => ({ kind: 'body', name });

/** Answers pages, which the returned list follows. */
const list = <const Name extends OperationName>(name: Name, newestFirst?: string): Operation<'list', Name> => ({
  kind: 'list',
  name,
  ...(newestFirst && { newestFirst }),
});

/** Answers with something else than JSON. */
const raw = <const Name extends OperationName>(name: Name): Operation<'raw', Name> => ({ kind: 'raw', name });

export const operations = {
  me: plain('GET /me'),
  staff: {
    list: list('GET /staff'),
    get: plain('GET /staff/{staffId}'),
  },
  projects: {
    list: list('GET /projects'),
    get: plain('GET /projects/{projectId}'),
  },
  customers: {
    create: body('POST /customers'),
    /** Up to 500 customers; `import` takes any number. */
    bulk: body('POST /customers/bulk'),
    list: list('GET /customers'),
    get: plain('GET /customers/{customerId}'),
    update: body('PUT /customers/{customerId}'),
    delete: plain('DELETE /customers/{customerId}'),
    getByExternalId: plain('GET /customers/by-external-id/{externalId}'),
    /** Creates the customer, or updates the one with this id. */
    upsertByExternalId: body('PUT /customers/by-external-id/{externalId}'),
  },
  blockedNumbers: {
    list: list('GET /blocked-numbers'),
    add: body('POST /blocked-numbers'),
    remove: plain('DELETE /blocked-numbers/{number}'),
  },
  calls: {
    initiate: body('POST /calls/initiate'),
    list: list('GET /calls', 'call_id'),
    get: plain('GET /calls/{callId}'),
    /** Writes a note, tags, an outcome and metadata. */
    update: body('PUT /calls/{callId}'),
    hangup: plain('POST /calls/{callId}/hangup'),
    hold: plain('POST /calls/{callId}/hold'),
    resume: plain('POST /calls/{callId}/resume'),
    analyze: query('POST /calls/{callId}/analyze'),
    /** The file of the recording, as a `Response`: read it with `arrayBuffer()` or `body`. */
    recording: raw('GET /calls/{callId}/recording'),
    pauseRecording: plain('POST /calls/{callId}/recording/pause'),
    resumeRecording: plain('POST /calls/{callId}/recording/resume'),
    deleteRecording: plain('DELETE /calls/{callId}/recording'),
  },
  reports: {
    summary: query('GET /reports/summary'),
    calls: list('GET /reports/calls', 'call_id'),
    users: list('GET /reports/users'),
    tags: list('GET /reports/tags'),
  },
  webhooks: {
    /** The answer has the secret, which is shown only once. */
    create: body('POST /webhooks'),
    list: list('GET /webhooks'),
    get: plain('GET /webhooks/{webhookId}'),
    update: body('PUT /webhooks/{webhookId}'),
    delete: plain('DELETE /webhooks/{webhookId}'),
    rotateSecret: plain('POST /webhooks/{webhookId}/rotate-secret'),
    deliveries: list('GET /webhooks/{webhookId}/deliveries'),
    retryDelivery: plain('POST /webhooks/{webhookId}/deliveries/{deliveryId}/retry'),
    replay: body('POST /webhooks/{webhookId}/replay'),
    test: plain('POST /webhooks/{webhookId}/test'),
  },
  events: {
    stream: raw('GET /events/stream'),
  },
};

export type AnyOperation = Operation<'plain' | 'query' | 'body' | 'list' | 'raw', OperationName>;

type Arguments<Kind, Name> = Kind extends 'plain'
  ? PathIds<Name>
  : Kind extends 'body'
    ? [...PathIds<Name>, body: BodyOf<Name>]
    : [...PathIds<Name>, ...QueryArgument<Name>];

type Result<Kind, Name> = Kind extends 'list'
  ? List<ItemOf<Name>>
  : Kind extends 'raw'
    ? Promise<Response>
    : Promise<DataOf<Name>>;

type Method<Kind, Name> = (...args: [...Arguments<Kind, Name>, options?: RequestOptions]) => Result<Kind, Name>;

/** The table with a method in the place of each operation. */
export type Methods<Table> = {
  [Key in keyof Table]: Table[Key] extends Operation<infer Kind, infer Name> ? Method<Kind, Name> : Methods<Table[Key]>;
};
