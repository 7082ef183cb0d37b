import { isInProjects } from '../../database/in-projects.ts';
import { type Queryable, statement } from '../../database/sql.ts';
import type { CustomerId, ProjectId, TenantId } from '../../platform/ids.ts';

/** The time of the newest call with each of these customers, test or live; those without a call are missing. */
export async function lastCalls(
  db: Queryable,
  { tenantId, isTest, projects }: { tenantId: TenantId; isTest: boolean; projects: ProjectId[] | null },
  customerIds: CustomerId[],
): Promise<Map<CustomerId, Date>> {
  const rows = await findLastCalls.all(db, {
    ...{ tenant_id: tenantId, is_test: isTest, project_ids: projects, customer_ids: customerIds },
  });
  return new Map(rows.map(({ customer_id, initiated_at }) => [customer_id, initiated_at]));
}

/** One step in the index for each customer, in each month of calls until one is found. */
const findLastCalls = statement({
  name: 'find_last_calls',
  takes: { tenant_id: 'int8', is_test: 'bool', project_ids: 'int8[]?', customer_ids: 'int8[]' },
  gives: { customer_id: 'int8', initiated_at: 'timestamptz' },
  sql: `
    select wanted.customer_id, last.initiated_at
    from unnest(:customer_ids::int8[]) as wanted (customer_id), lateral (
      select initiated_at from calls
      where tenant_id = :tenant_id and is_test = :is_test and customer_id = wanted.customer_id
        and ${isInProjects()}
      order by call_id desc limit 1) last`,
});
