import type { Database } from '../../database/connect.ts';
import { statement } from '../../database/sql.ts';
import type { Caller } from '../../platform/caller.ts';
import type { CustomerId } from '../../platform/ids.ts';

/**
 * The customers that the caller may read. Calls find their customer by number, so a call of an own project may be with a customer
 * of another one, who stays hidden.
 */
export async function readableCustomers(
  db: Database,
  { tenantId: tenant_id, projects: project_ids }: Pick<Caller, 'tenantId' | 'projects'>,
  customer_ids: CustomerId[],
): Promise<CustomerId[]> {
  if (!project_ids || customer_ids.length === 0) return customer_ids;
  const found = await findCustomersOfProjects.all(db, { tenant_id, project_ids, customer_ids });
  return found.map(({ customer_id }) => customer_id);
}

const findCustomersOfProjects = statement({
  name: 'find_customers_of_projects',
  takes: { tenant_id: 'int8', project_ids: 'int8[]', customer_ids: 'int8[]' },
  gives: { customer_id: 'int8' },
  sql: `
    select customer_id from customers
    where tenant_id = :tenant_id and customer_id = any(:customer_ids) and project_id = any(:project_ids)`,
});
