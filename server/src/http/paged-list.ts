import type { RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import type { Database } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import type { Described } from './described.ts';
import { pageOf, pagination, pagingParameters } from './input/paging.ts';
import { inputObject } from './input/schema.ts';
import { ok, readOperation } from './operation.ts';

type PagedList<Item> = Pick<Described, 'url' | 'operationId' | 'summary' | 'description' | 'tag'> & {
  answer: { description: string; schema: TSchema; example: object };
  /** Returns all rows of a tenant. */
  list: { all(db: Database, tenant: { tenant_id: TenantId }): Promise<Item[]> };
  /** Turns the items of a page into the answer; by default the rows themselves. */
  show?: (items: Item[]) => Promise<object[]>;
};

const query = inputObject({ page: pagingParameters.page, per_page: pagingParameters.per_page });

/** A list of the console that is short in every tenant, such as its staff: it is read whole and cut into pages. */
export function pagedList<Item extends object>(db: Database, declared: PagedList<Item>): RouteOptions {
  const { answer, list, show = async (items) => items, ...described } = declared;
  const example = { data: [answer.example], pagination: pagination({ page: 1, per_page: 50 }, 1) };
  return readOperation(db, {
    ...described,
    method: 'GET',
    role: 'viewer',
    query,
    answers: { 200: { ...answer, example } },
    read: async (db, { caller, query }) => {
      const { items, pagination } = pageOf(await list.all(db, { tenant_id: caller.tenantId }), query);
      return ok({ data: await show(items), pagination });
    },
  });
}
