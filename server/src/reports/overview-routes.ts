import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { periodParameters } from '../http/input/period.ts';
import { inputObject } from '../http/input/schema.ts';
import { ok, readOperation } from '../http/operation.ts';
import { examples } from './examples.ts';
import { keptSince } from './kept-since.ts';
import { answeredWithin, OverviewAnswer } from './overview-schema.ts';
import { readOverview } from './read-overview.ts';
import { faultsOf, reportTag, requestOf } from './routes.ts';
import { ReportFilters } from './schema.ts';

/** `callDays`: how long calls are kept; 0 keeps them. */
export type OverviewParts = { callDays: number };

export const overviewRoutes = (db: Database, parts: OverviewParts) => async (app: FastifyInstance) => {
  app.route(overview(db, parts));
};

const overview = (db: Database, { callDays }: OverviewParts) =>
  readOperation(db, {
    method: 'GET',
    url: '/reports/overview',
    role: 'viewer',
    isForSupervisors: true,
    license: 'open_api_advanced',
    operationId: 'getReportOverview',
    summary: 'Compare a period with the previous',
    description:
      'Returns the figures of a period in total, by hour of the day, by day of the week and by project, how long callers waited, and the same of the previous period: as many days right before, or for a single day the same day a week earlier. While the period goes on, the previous period ends at the same time of day. If calls of the previous period may have been deleted because of their age, its figures are null. Without `from` and `to`, the report covers the last 30 days.',
    tag: reportTag,
    query: inputObject({ ...periodParameters, answered_within: answeredWithin, ...ReportFilters }),
    answers: {
      200: {
        description: 'The figures of both periods.',
        schema: OverviewAnswer,
        example: { data: examples.overview },
      },
    },
    refine: (_db, { caller, query }) => faultsOf(caller, query),
    read: async (db, { caller, query }) => {
      const now = new Date();
      const kept = { keptSince: keptSince(callDays, now), now };
      const request = { ...requestOf(caller, query), limit: query.answered_within, ...kept };
      return ok({ data: await readOverview(db, caller.tenantId, request) });
    },
  });
