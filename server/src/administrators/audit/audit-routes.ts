import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/connect.ts';
import { offsetOf, pagination } from '../../http/input/paging.ts';
import { ok, readOperation } from '../../http/operation.ts';
import { present } from '../../platform/present.ts';
import type { Detail } from '../../platform/problem.ts';
import { readTimestamp } from '../../platform/time/timestamp.ts';
import { countAudit, listAudit } from './audit-queries.ts';
import { AuditList, AuditQuery, example, auditTag as tag } from './audit-schema.ts';

export const auditRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(list(db));
};

const list = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/audit-log',
    role: 'administrator',
    operationId: 'listAuditLog',
    summary: 'List audit log entries',
    description:
      'Returns the actions of administrators, and erasures of persons by the operator, newest first. Each entry is written in the same transaction as the change, so the log is complete, and it is never modified. Entries are kept for 400 days. An import in several batches is shown as one entry with the totals of all its batches.',
    tag,
    query: AuditQuery,
    answers: {
      200: {
        description: 'One page of audit log entries.',
        schema: AuditList,
        example: { data: [example], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    refine: (_db, { query: { from, to } }) => [...faultsOf('from', from), ...faultsOf('to', to)],
    read: async (db, { caller, query }) => {
      const wanted = {
        tenant_id: caller.tenantId,
        administrator_id: query.administrator_id ?? null,
        action: query.action ?? null,
        since: query.from === undefined ? null : momentOf(query.from),
        before: query.to === undefined ? null : endOf(query.to),
      };
      const [data, counted] = await Promise.all([
        listAudit.all(db, { ...wanted, offset: offsetOf(query), limit: query.per_page }),
        countAudit.first(db, wanted),
      ]);
      return ok({ data, pagination: pagination(query, counted?.total ?? 0) });
    },
  });

function faultsOf(field: string, text: string | undefined): Detail[] {
  const message = `${field} must be a date such as 2026-11-01, or a time such as 2026-11-01T00:00:00+09:00.`;
  return text === undefined || readTimestamp(text) ? [] : [{ field, code: 'invalid_format', message }];
}

const momentOf = (text: string) => present(readTimestamp(text));
const isDay = (text: string) => !/t/i.test(text);
const endOf = (text: string) => new Date(momentOf(text).getTime() + (isDay(text) ? 24 * 3_600_000 : 0));
