import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { offsetOf, pagination, pagingParameters } from '../http/input/paging.ts';
import { periodOf, readPeriod, requiredPeriodParameters } from '../http/input/period.ts';
import { inputObject } from '../http/input/schema.ts';
import { ok, readOperation } from '../http/operation.ts';
import { examples } from './examples.ts';
import { listCalls } from './listing/list-calls.ts';
import { readFilters } from './listing/read-filters.ts';
import { CallFilterParameters, CallList, callTag as tag } from './schema.ts';
import { callItem } from './state/call-item.ts';

export const callRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(list(db));
};

const listQuery = inputObject({
  ...requiredPeriodParameters,
  page: pagingParameters.page,
  per_page: pagingParameters.per_page,
  sort: pagingParameters.sort('desc'),
  ...CallFilterParameters,
});

const list = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/calls',
    scope: 'calls:read',
    operationId: 'listCalls',
    summary: 'List calls',
    description:
      'The calls that were initiated on the days from `from` to `to`, in the order of initiation. Filters are joined by "and", the values of one by "or"; numbers are masked. Read upwards (`sort=asc`), pages have no gap and no repeat while calls are added.',
    tag,
    query: listQuery,
    answers: {
      200: {
        description: 'One page of calls.',
        schema: CallList,
        example: { data: [examples.item], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    refine: (_db, { query }) => [...readPeriod(query, new Date(), 'required').faults, ...readFilters(query).faults],
    read: async (db, { caller, query }) => {
      const { rows, total } = await listCalls(db, caller.tenantId, {
        isTest: caller.kind === 'test',
        period: periodOf(query, new Date()),
        filters: readFilters(query).filters,
        direction: query.sort,
        offset: offsetOf(query),
        limit: query.per_page,
      });
      return ok({ data: rows.map(callItem), pagination: pagination(query, total) });
    },
  });
