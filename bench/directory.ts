// `npm run bench -- directory`: what an integration reads before anything else, of a tenant with 50 staff and 10 projects. Each
// figure is a ratio, in one run, to a bare Fastify handler with the same SQL. Takes about two minutes.
import type { Database } from '../server/src/database/connect.ts';
import { statement } from '../server/src/database/sql.ts';
import type { StaffId } from '../server/src/platform/ids.ts';
import { createProject } from '../server/src/projects/create-project.ts';
import { createStaff } from '../server/src/staff/create-staff.ts';
import { compareServers, type Measure } from './compare-servers.ts';
import { plantTenant, type Seed } from './plant-customers.ts';

type Office = Seed & { staffIds: StaffId[] };

const staff = 50;
const projects = 10;

const read = { target: '>= 0.80', ratio: 'throughput', connections: 32 } as const;
const get = (path: string) => ({ method: 'GET', path }) as const;

const measures: Measure<Office>[] = [
  { name: 'GET /me', ...read, request: () => get('/me') },
  { name: 'GET /staff', ...read, request: () => get('/staff') },
  {
    name: 'GET /staff/{staffId}',
    ...read,
    request: ({ staffIds }, serial) => get(`/staff/${staffIds[serial % staffIds.length]}`),
  },
  { name: 'GET /projects', ...read, request: () => get('/projects') },
];

/** Half of the staff work for one project each; every project has two numbers. */
async function plantOffice(db: Database): Promise<Office> {
  const seed = await plantTenant(db, 'Bench');
  const { tenantId } = seed;
  return db.transaction(async (tx) => {
    const staffIds = [seed.staffId];
    for (let i = 2; i <= staff; i++)
      staffIds.push(await createStaff(tx, tenantId, { name: `Staff ${i}`, phone: `sip:member-${i}@pbx.example` }));
    for (let i = 2; i <= projects; i++) await createProject(tx, tenantId, { name: `Project ${i}` });
    await assignStaff.run(tx, { tenant_id: tenantId });
    await giveNumbers.run(tx, { tenant_id: tenantId });
    return { ...seed, staffIds };
  });
}

const assignStaff = statement({
  name: 'bench_assign_staff',
  takes: { tenant_id: 'int8' },
  sql: `
    insert into project_staff (tenant_id, project_id, staff_id, position)
    select p.tenant_id, p.project_id, s.staff_id, s.staff_id from projects p join staff s using (tenant_id)
    where tenant_id = :tenant_id and s.staff_id % ${projects * 2} = p.project_id % ${projects}`,
});

const giveNumbers = statement({
  name: 'bench_give_numbers',
  takes: { tenant_id: 'int8' },
  sql: `
    insert into numbers (number, tenant_id, project_id)
    select '+813' || 10000000 + 2 * project_id + i, tenant_id, project_id from projects, generate_series(0, 1) i
    where tenant_id = :tenant_id`,
});

await compareServers(plantOffice, measures);
