import { createCustomers } from '../server/src/customers/create-customers.ts';
import { foldCustomerCounts } from '../server/src/customers/fold-customer-counts.ts';
import { sortSearchIndex } from '../server/src/customers/search-index.ts';
import type { Database } from '../server/src/database/connect.ts';
import { statement } from '../server/src/database/sql.ts';
import { createKey } from '../server/src/keys/create-key.ts';
import { scopes } from '../server/src/platform/caller.ts';
import type { CustomerId, ProjectId, StaffId, TenantId } from '../server/src/platform/ids.ts';
import { createProject } from '../server/src/projects/create-project.ts';
import { createStaff } from '../server/src/staff/create-staff.ts';
import { createTenant } from '../server/src/tenants/create-tenant.ts';

// A tenant with customers that were created yesterday.

const seededCustomers = 20_000;

export type Seed = {
  tenantId: TenantId;
  projectId: ProjectId;
  staffId: StaffId;
  key: string;
  customerIds: CustomerId[];
};

export const newCustomer = ({ projectId }: Seed, serial: number) => ({
  project_id: projectId,
  external_id: `bench-${process.pid}-${serial}`,
  name: `山田 太郎 ${serial}`,
  tel1: '+819012345678',
});

/** A tenant without customers. */
export const plantTenant = (db: Database, name: string): Promise<Seed> =>
  db.transaction(async (tx) => {
    const tenantId = await createTenant(tx, { name });
    const projectId = await createProject(tx, tenantId, { name });
    const staffId = await createStaff(tx, tenantId, { name });
    const { key } = await createKey(tx, tenantId, { name, kind: 'test', scopes });
    return { tenantId, projectId, staffId, key, customerIds: [] };
  });

export async function plant(db: Database): Promise<Seed> {
  const seed = await plantTenant(db, 'Bench');
  const customerIds: CustomerId[] = [];
  while (customerIds.length < seededCustomers) {
    const wanted = Array.from({ length: 500 }, (_, i) => ({
      project_id: seed.projectId,
      name: `佐藤 花子 ${customerIds.length + i}`,
      tel1: `+8190${10_000_000 + customerIds.length + i}`,
    }));
    const creations = await db.transaction((tx) =>
      createCustomers(tx, { tenantId: seed.tenantId, kind: 'test' }, wanted),
    );
    customerIds.push(...creations.flatMap((made) => (made.kind === 'created' ? [made.customer.customer_id] : [])));
  }
  await foldCustomerCounts(db);
  await sortSearchIndex(db);
  await age.run(db, { tenant_id: seed.tenantId });
  await vacuum.run(db, {});
  return { ...seed, customerIds };
}

// The list of an ordinary day: no customer is younger than a minute, and autovacuum has passed.
const age = statement({
  name: 'age_customers',
  takes: { tenant_id: 'int8' },
  sql: `update customers set created_at = now() - interval '1 day' where tenant_id = :tenant_id`,
});

const vacuum = statement({
  name: 'vacuum_customers',
  takes: {},
  acrossTenants: 'It changes no row.',
  sql: 'vacuum analyze customers',
});
