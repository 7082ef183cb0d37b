import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { offsetOf, pagination, pagingParameters } from '../http/input/paging.ts';
import { periodOf, readPeriod, requiredPeriodParameters } from '../http/input/period.ts';
import { inputObject } from '../http/input/schema.ts';
import { ok, readOperation } from '../http/operation.ts';
import { examples } from './examples.ts';
import { listCalls } from './listing/list-calls.ts';
import { filtersOf, readFilters } from './listing/read-filters.ts';
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
    isForSupervisors: true,
    operationId: 'listCalls',
    summary: 'List calls',
    description:
      'Returns the calls that were initiated from the day `from` to the day `to`, newest first. A request covers at most 31 days; read a longer history in several requests. Different filters are combined with AND, and the comma-separated values of one filter with OR. Phone numbers are masked.\n\nThe days are UTC days unless you send `timezone`. With `sort=asc`, calls that start while you read the pages cause no gaps and no duplicates.',
    tag,
    query: listQuery,
    answers: {
      200: {
        description: 'One page of calls.',
        schema: CallList,
        example: { data: [examples.item], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    refine: (_db, { caller, query }) => [
      ...readPeriod(query, new Date(), 'required').faults,
      ...readFilters(caller, query).faults,
    ],
    read: async (db, { caller, query }) => {
      const { rows, total } = await listCalls(db, caller.tenantId, {
        isTest: caller.kind === 'test',
        period: periodOf(query, new Date()),
        filters: await filtersOf(db, caller, query),
        direction: query.sort,
        offset: offsetOf(query),
        limit: query.per_page,
      });
      return ok({ data: rows.map(callItem), pagination: pagination(query, total) });
    },
  });
