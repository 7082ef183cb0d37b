import { followCall } from './follow-call.ts';
import { type ImportedCustomer, importCustomers } from './import-customers.ts';
import { type List, listOf } from './list.ts';
import {
  type MergedLabel,
  type MergedSummary,
  type MergedUser,
  mergeSummaries,
  mergeTags,
  mergeUsers,
} from './merge-reports.ts';
import { methodsOf } from './methods.ts';
import type { QueryOf, Schemas, TrunklineEvent } from './operation-types.ts';
import { type Methods, operations } from './operations.ts';
import { isLong, type Period } from './periods.ts';
import { type StreamOptions, type StreamQuery, streamEvents } from './stream-events.ts';
import { type ClientOptions, createTransport, type RequestOptions } from './transport.ts';

type Api = Methods<typeof operations>;

/** A method for every operation of the API, and a few that combine several requests. */
export type Client = Omit<Api, 'customers' | 'calls' | 'reports' | 'events'> & {
  customers: Api['customers'] & {
    /** Any number of customers, in batches of 500. Yields the result of each, with its index among all. */
    import(
      customers: AsyncIterable<ImportedCustomer> | Iterable<ImportedCustomer>,
      options?: ImportOptions,
    ): AsyncIterable<Schemas['BulkResult']>;
  };
  calls: Api['calls'] & {
    /**
     * Yields the call now and after each change, until it has ended. Needs the scopes `calls:read` and `webhooks:manage` and the
     * license `open_api_advanced`.
     */
    follow(callId: string, options?: Omit<StreamOptions, 'lastEventId'>): AsyncIterable<Schemas['Call']>;
  };
  reports: Omit<Api['reports'], 'summary' | 'users' | 'tags'> & {
    /** Periods of more than 31 days are read in several ranges and merged: see `Merged`. */
    summary(query?: QueryOf<'GET /reports/summary'>, options?: RequestOptions): Promise<MergedSummary>;
    /** Periods of more than 31 days are read in several ranges and merged: see `Merged`. */
    users(query?: QueryOf<'GET /reports/users'>, options?: RequestOptions): List<MergedUser>;
    /** Periods of more than 31 days are read in several ranges and merged: see `Merged`. */
    tags(query?: QueryOf<'GET /reports/tags'>, options?: RequestOptions): List<MergedLabel>;
  };
  events: {
    /** Every event once, as it happens. A lost connection is opened again where it broke off. */
    stream(query?: StreamQuery, options?: StreamOptions): AsyncIterable<TrunklineEvent>;
  };
};

export type ImportOptions = Omit<RequestOptions, 'idempotencyKey'> & {
  /** Handling of customers whose `external_id` exists. Default: `fail`. */
  on_duplicate?: 'fail' | 'update';
};

/** A client of one server with one key. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const api: Api = methodsOf(operations, transport);
  return {
    ...api,
    customers: {
      ...api.customers,
      import: (customers, { on_duplicate = 'fail', ...options } = {}) =>
        importCustomers(customers, (batch) => api.customers.bulk({ customers: batch, on_duplicate }, options)),
    },
    calls: {
      ...api.calls,
      follow: (callId, options = {}) => followCall(transport, (id) => api.calls.get(id, options), callId, options),
    },
    reports: {
      ...api.reports,
      summary: (query = {}, options) => {
        const read = (range: object) => api.reports.summary({ ...query, ...range }, options);
        const granularity = query.granularity ?? 'day';
        return isLong(query) ? mergeSummaries({ ...(query as Period), granularity }, read) : read({});
      },
      users: (query = {}, options) => {
        const read = (range: object) => api.reports.users({ ...query, ...range }, options);
        return isLong(query) ? onePage(() => mergeUsers(query as Period, (range) => read(range).toArray())) : read({});
      },
      tags: (query = {}, options) => {
        const read = (range: object) => api.reports.tags({ ...query, ...range }, options);
        return isLong(query) ? onePage(() => mergeTags(query as Period, (range) => read(range).toArray())) : read({});
      },
    },
    events: {
      async *stream(query = {}, options = {}) {
        for await (const streamed of streamEvents(transport, query, options))
          if (streamed.kind === 'event') yield streamed.event;
      },
    },
  };
}

/** A list of what was merged from several ranges. */
const onePage = <Item>(merge: () => Promise<Item[]>): List<Item> =>
  listOf(async function* () {
    const data = await merge();
    const total = data.length;
    yield { data, pagination: { current_page: 1, per_page: total, total, last_page: 1 } };
  });
