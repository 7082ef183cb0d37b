import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { offsetOf, pagination } from '../http/input/paging.ts';
import { ok, readOperation } from '../http/operation.ts';
import { meterColumn } from '../platform/caller.ts';
import { countRequests, listRequests, type NotedRequest } from './queries.ts';
import { example, outcomes, RequestList, RequestQuery, requestTag as tag } from './schema.ts';

/** A list ends after this many entries. */
const most = 10_000;

/** Notes each request of an API key when it has been answered. */
export function noteRequests(app: FastifyInstance, note: (request: NotedRequest) => void): void {
  app.addHook('onResponse', ({ caller, id, routeOptions }, { statusCode, elapsedTime }, done) => {
    const operation = routeOptions.config.described?.operationId;
    if (caller && !caller.administrator && operation !== undefined)
      note({
        tenant_id: caller.tenantId,
        at: new Date(Date.now() - elapsedTime),
        request_id: id,
        key_id: meterColumn(caller.meter),
        is_test: caller.kind === 'test',
        operation,
        status: statusCode,
        milliseconds: Math.round(10 * elapsedTime) / 10,
      });
    done();
  });
}

export const requestLogRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(list(db));
};

const list = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/requests',
    role: 'administrator',
    operationId: 'listRequests',
    summary: 'List requests of API keys',
    description:
      'Returns the requests of the API keys of the current mode in the last 7 days, newest first, at most 10,000. Bodies and query strings are never kept. An entry appears within about a second. For each tenant, each process of the server keeps at most 20 requests per second; failed requests have priority.',
    tag,
    query: RequestQuery,
    answers: {
      200: {
        description: 'One page of requests.',
        schema: RequestList,
        example: { data: [example], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    read: async (db, { caller, query }) => {
      const [lowest, highest] = query.outcome ? outcomes[query.outcome] : [100, 599];
      const wanted = {
        ...{ tenant_id: caller.tenantId, is_test: caller.kind === 'test', lowest, highest, most },
        key_id: query.key_id ?? null,
        operation: query.operation ?? null,
        request_id: query.request_id ?? null,
      };
      const [data, counted] = await Promise.all([
        listRequests.all(db, { ...wanted, offset: offsetOf(query), limit: query.per_page }),
        countRequests.first(db, wanted),
      ]);
      return ok({ data, pagination: pagination(query, counted?.total ?? 0) });
    },
  });
