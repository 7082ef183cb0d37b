import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { offsetOf, pagination } from '../http/input/paging.ts';
import { ok, readOperation } from '../http/operation.ts';
import type { CustomerId, ProjectId, TenantId } from '../platform/ids.ts';
import { findCustomers } from './find-customers.ts';
import { example, FoundCustomerList, FoundCustomerQuery, foundCustomerTag as tag } from './find-schema.ts';
import { refineFilters } from './read-filters.ts';
import { searchMemory } from './search-customers.ts';

/** The times of the newest calls: calls are above this folder. */
export type LastCalls = (
  db: Queryable,
  of: { tenantId: TenantId; isTest: boolean; projects: ProjectId[] | null },
  customerIds: CustomerId[],
) => Promise<Map<CustomerId, Date>>;

/** The list of customers in the console, which shows and finds more than the public one. */
export const findCustomerRoutes = (db: Database, lastCalls: LastCalls) => async (app: FastifyInstance) => {
  app.route(find(db, lastCalls));
};

const find = (db: Database, lastCalls: LastCalls) => {
  const searches = searchMemory();
  return readOperation(db, {
    method: 'GET',
    url: '/customers/search',
    role: 'viewer',
    isForSupervisors: true,
    operationId: 'searchCustomers',
    summary: 'Search customers',
    description:
      'Returns the customers of the tenant, newest first, with masked phone numbers and the time of the last call in the current mode. `GET /customers/{customerId}` returns all fields.',
    tag,
    query: FoundCustomerQuery,
    answers: {
      200: {
        description: 'One page of customers.',
        schema: FoundCustomerList,
        example: { data: [example], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    // The text itself is needed too, so the refined one is dropped.
    refine: (_db, { query: { q } }) => refineFilters({ ...(q !== undefined && { q }) }, null),
    read: async (db, { caller, query }) => {
      const { q: text, project_id, sort: direction, per_page: limit } = query;
      const page = { direction, offset: offsetOf(query), limit };
      const { customers, total } = await findCustomers(db, caller, { text, project_id, page }, searches);
      const { tenantId, projects, kind } = caller;
      const ids = customers.map(({ customer_id }) => customer_id);
      const called = await lastCalls(db, { tenantId, projects, isTest: kind === 'test' }, ids);
      const data = customers.map((one) => ({ ...one, last_call_at: called.get(one.customer_id) ?? null }));
      return ok({ data, pagination: pagination(query, total) });
    },
  });
};
