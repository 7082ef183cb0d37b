import type { FastifyInstance } from 'fastify';
import { listCalls } from '../calls/listing/list-calls.ts';
import { filtersOf, readFilters } from '../calls/listing/read-filters.ts';
import { readableCustomers } from '../calls/listing/readable-customers.ts';
import { CallFilterParameters } from '../calls/schema.ts';
import type { Database } from '../database/connect.ts';
import { offsetOf, pagination, pagingParameters } from '../http/input/paging.ts';
import { periodOf, periodParameters, readPeriod } from '../http/input/period.ts';
import { inputObject } from '../http/input/schema.ts';
import { ok, readOperation } from '../http/operation.ts';
import type { Caller } from '../platform/caller.ts';
import type { CustomerId } from '../platform/ids.ts';
import { examples } from './examples.ts';
import { reportTags } from './report-tags.ts';
import { reportUsers } from './report-users.ts';
import { reportedCall } from './reported-call.ts';
import { granularity, LabelList, ReportedCallList, ReportFilters, SummaryAnswer, UserList } from './schema.ts';
import { summarizeCalls } from './summarize-calls.ts';

export const reportTag = {
  name: 'Reports',
  description:
    'Call statistics for BI tools. The figures always match `GET /calls` for the same period, time zone and filters. A test key reports on test calls, a live key on live calls. A report covers at most 31 days: for a longer period, request consecutive periods and add up the results.',
};
const demands = { scope: 'reports:read', license: 'open_api_advanced', isForSupervisors: true } as const;

export const reportRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(summary(db));
  app.route(calls(db));
  app.route(users(db));
  app.route(tags(db));
};

export type ReportQuery = Parameters<typeof readPeriod>[0] & Parameters<typeof readFilters>[1];

export const faultsOf = (caller: Caller, query: ReportQuery) => [
  ...readPeriod(query, new Date()).faults,
  ...readFilters(caller, query).faults,
];

export const requestOf = (caller: Caller, query: ReportQuery) => ({
  isTest: caller.kind === 'test',
  period: periodOf(query, new Date()),
  filters: readFilters(caller, query).filters,
});

const summary = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/reports/summary',
    ...demands,
    operationId: 'getCallSummary',
    summary: 'Summarize calls by period',
    description:
      'Returns the number of calls, the average duration and the success rate of a period, in total and by day, week or month. A call counts on the day on which it was initiated, in the time zone of the request. Without `from` and `to`, the report covers the last 30 days.',
    tag: reportTag,
    query: inputObject({ ...periodParameters, granularity, ...ReportFilters }),
    answers: {
      200: {
        description: 'The figures of the whole period and of its days, weeks or months.',
        schema: SummaryAnswer,
        example: { data: examples.summary },
      },
    },
    refine: (_db, { caller, query }) => faultsOf(caller, query),
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
    summary: 'List calls for reporting',
    description:
      'Returns one row per call: the fields of `GET /calls`, and the ring time, talk ratio, customer, end reason, tags and outcome. Different filters are combined with AND, and the comma-separated values of one filter with OR. Without `from` and `to`, the list covers the last 30 days.',
    tag: reportTag,
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
    refine: (_db, { caller, query }) => faultsOf(caller, query),
    read: async (db, { caller, query }) => {
      const page = { direction: query.sort, offset: offsetOf(query), limit: query.per_page };
      const filters = await filtersOf(db, caller, query);
      const { rows, total } = await listCalls(db, caller.tenantId, { ...requestOf(caller, query), filters, ...page });
      const customers = rows.flatMap(({ customer_id }) => customer_id ?? []);
      const readable = new Set<CustomerId | null>(await readableCustomers(db, caller, customers));
      return ok({ data: rows.map((row) => reportedCall(row, readable)), pagination: pagination(query, total) });
    },
  });

const PagedReport = inputObject({
  page: pagingParameters.page,
  per_page: pagingParameters.per_page,
  ...periodParameters,
  ...ReportFilters,
});

const users = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/reports/users',
    ...demands,
    operationId: 'listUserFigures',
    summary: 'Summarize calls by staff member',
    description:
      'Returns one row per staff member, ordered by `staff_id`; staff members without calls have zeros. Calls without a staff member, such as missed calls that rang several phones, are counted in a last row with `staff_id` null. This row is left out if there are no such calls, or if you filter by `staff_id`. Without `from` and `to`, the report covers the last 30 days.',
    tag: reportTag,
    query: PagedReport,
    answers: {
      200: {
        description: 'One page of staff members with their figures.',
        schema: UserList,
        example: { data: [examples.user, examples.withoutStaff], pagination: pagination({ page: 1, per_page: 50 }, 2) },
      },
    },
    refine: (_db, { caller, query }) => faultsOf(caller, query),
    read: async (db, { caller, query }) => {
      const page = { offset: offsetOf(query), limit: query.per_page };
      const request = { ...requestOf(caller, query), ...page, projects: caller.projects };
      const { rows, total } = await reportUsers(db, caller.tenantId, request);
      return ok({ data: rows, pagination: pagination(query, total) });
    },
  });

const tags = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/reports/tags',
    ...demands,
    operationId: 'listTagFigures',
    summary: 'Summarize calls by tag and outcome',
    description:
      'Returns one row per tag and one per outcome of the calls in the period: tags first, then outcomes, each with the most calls first. A call with several tags counts in the row of each. The figures of a tag match `GET /calls` with `tag`. Without `from` and `to`, the report covers the last 30 days.',
    tag: reportTag,
    query: PagedReport,
    answers: {
      200: {
        description: 'One page of tags and outcomes with their figures.',
        schema: LabelList,
        example: { data: [examples.tag, examples.outcome], pagination: pagination({ page: 1, per_page: 50 }, 2) },
      },
    },
    refine: (_db, { caller, query }) => faultsOf(caller, query),
    read: async (db, { caller, query }) => {
      const page = { offset: offsetOf(query), limit: query.per_page };
      const { rows, total } = await reportTags(db, caller.tenantId, { ...requestOf(caller, query), ...page });
      return ok({ data: rows, pagination: pagination(query, total) });
    },
  });
