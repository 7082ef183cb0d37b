import type { RouteOptions } from 'fastify';
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Database } from '../database/connect.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import type { Described } from './described.ts';
import { pageOf, pagination, pagingParameters } from './input/paging.ts';
import { inputObject } from './input/schema.ts';
import { ok, readOperation } from './operation.ts';

type PagedList<Item, Filters extends TProperties> = Pick<
  Described,
  'url' | 'operationId' | 'summary' | 'description' | 'tag'
> & {
  answer: { description: string; schema: TSchema; example: object };
  /** Returns all rows of a tenant. */
  list: { all(db: Database, tenant: { tenant_id: TenantId }): Promise<Item[]> };
  /** Query parameters that narrow the list. */
  filters?: Filters;
  keep?: (item: Item, filters: Static<TObject<Filters>>) => boolean;
  /** Returns those that a supervisor of these projects may read. Without it, the list is closed to supervisors. */
  listForSupervisors?: {
    all(db: Database, tenant: { tenant_id: TenantId; project_ids: ProjectId[] }): Promise<Item[]>;
  };
  /** Turns the items of a page into the answer; by default the rows themselves. */
  show?: (items: Item[]) => Promise<object[]>;
};

const paging = { page: pagingParameters.page, per_page: pagingParameters.per_page };

/** A list of the console that is short in every tenant, such as its staff: it is read whole and cut into pages. */
export function pagedList<Item extends object, Filters extends TProperties = Record<never, never>>(
  db: Database,
  declared: PagedList<Item, Filters>,
): RouteOptions {
  const { answer, list, listForSupervisors, filters, keep = () => true, ...rest } = declared;
  const { show = async (items) => items, ...described } = rest;
  const example = { data: [answer.example], pagination: pagination({ page: 1, per_page: 50 }, 1) };
  return readOperation(db, {
    ...described,
    method: 'GET',
    role: 'viewer',
    ...(listForSupervisors && { isForSupervisors: true }),
    query: inputObject({ ...filters, ...paging }),
    answers: { 200: { ...answer, example } },
    read: async (db, { caller, query }) => {
      const { tenantId: tenant_id, projects } = caller;
      const all = await (projects && listForSupervisors
        ? listForSupervisors.all(db, { tenant_id, project_ids: projects })
        : list.all(db, { tenant_id }));
      const { items, pagination } = pageOf(
        all.filter((item) => keep(item, query as Static<TObject<Filters>>)),
        query,
      );
      return ok({ data: await show(items), pagination });
    },
  });
}
