import type { FastifyInstance } from 'fastify';
import { listCalls } from '../calls/listing/list-calls.ts';
import { readFilters } from '../calls/listing/read-filters.ts';
import { CallFilterParameters } from '../calls/schema.ts';
import type { Database } from '../database/connect.ts';
import { offsetOf, pagination, pagingParameters } from '../http/input/paging.ts';
import { periodOf, periodParameters, readPeriod } from '../http/input/period.ts';
import { inputObject } from '../http/input/schema.ts';
import { ok, readOperation } from '../http/operation.ts';
import type { Caller } from '../platform/caller.ts';
import { examples } from './examples.ts';
import { reportUsers } from './report-users.ts';
import { reportedCall } from './reported-call.ts';
import { granularity, ReportedCallList, ReportFilters, SummaryAnswer, UserList } from './schema.ts';
import { summarizeCalls } from './summarize-calls.ts';

const tag = {
  name: 'Reports',
  description:
    'Statistics of calls for BI tools. They agree with the list of calls for the same period, time zone and filters at every moment. A test key reads of test calls, a live key of live ones. For longer periods ask for several that follow each other and add them up.',
};
const demands = { scope: 'reports:read', license: 'open_api_advanced' } as const;

export const reportRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(summary(db));
  app.route(calls(db));
  app.route(users(db));
};

type Query = Parameters<typeof readPeriod>[0] & Parameters<typeof readFilters>[0];

const faultsOf = (query: Query) => [...readPeriod(query, new Date()).faults, ...readFilters(query).faults];

const requestOf = ({ kind }: Caller, query: Query) => ({
  isTest: kind === 'test',
  period: periodOf(query, new Date()),
  filters: readFilters(query).filters,
});

const summary = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/reports/summary',
    ...demands,
    operationId: 'getCallSummary',
    summary: 'Sum up calls by day, week or month',
    description: 'Calls belong to the day on which they were initiated.',
    tag,
    query: inputObject({ ...periodParameters, granularity, ...ReportFilters }),
    answers: {
      200: {
        description: 'The whole period and its parts.',
        schema: SummaryAnswer,
        example: { data: examples.summary },
      },
    },
    refine: (_db, { query }) => faultsOf(query),
    read: async (db, { caller, query }) => {
      const { granularity } = query;
      const request = requestOf(caller, query);
      const { from, to, timezone } = request.period;
      const figures = await summarizeCalls(db, caller.tenantId, { ...request, granularity });
      return ok({ data: { period: { from, to, timezone, granularity }, ...figures } });
    },
  });

const calls = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/reports/calls',
    ...demands,
    operationId: 'listReportedCalls',
    summary: 'List calls with their figures',
    description: 'The list of calls, with what a BI tool wants to know of each. Filters are joined by "and".',
    tag,
    query: inputObject({
      page: pagingParameters.page,
      per_page: pagingParameters.per_page,
      sort: pagingParameters.sort('desc'),
      ...periodParameters,
      ...CallFilterParameters,
    }),
    answers: {
      200: {
        description: 'One page of calls.',
        schema: ReportedCallList,
        example: { data: [examples.call], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    refine: (_db, { query }) => faultsOf(query),
    read: async (db, { caller, query }) => {
      const page = { direction: query.sort, offset: offsetOf(query), limit: query.per_page };
      const { rows, total } = await listCalls(db, caller.tenantId, { ...requestOf(caller, query), ...page });
      return ok({ data: rows.map(reportedCall), pagination: pagination(query, total) });
    },
  });

const users = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/reports/users',
    ...demands,
    operationId: 'listUserFigures',
    summary: 'Sum up calls by staff member',
    description:
      'All staff in the order of `staff_id`, those without a call too. Calls that have no staff member, such as missed ones, stand last under `staff_id` null, where there are any and no `staff_id` is asked for.',
    tag,
    query: inputObject({
      page: pagingParameters.page,
      per_page: pagingParameters.per_page,
      ...periodParameters,
      ...ReportFilters,
    }),
    answers: {
      200: {
        description: 'One page of the staff.',
        schema: UserList,
        example: { data: [examples.user, examples.withoutStaff], pagination: pagination({ page: 1, per_page: 50 }, 2) },
      },
    },
    refine: (_db, { query }) => faultsOf(query),
    read: async (db, { caller, query }) => {
      const page = { offset: offsetOf(query), limit: query.per_page };
      const { rows, total } = await reportUsers(db, caller.tenantId, { ...requestOf(caller, query), ...page });
      return ok({ data: rows, pagination: pagination(query, total) });
    },
  });
