import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from '../database/connect.ts';
import { idOf, type TenantId } from '../platform/ids.ts';
import { createTenant } from '../tenants/create-tenant.ts';
import { activeProjects } from './active-projects.ts';
import { createProject } from './create-project.ts';
import { listProjects } from './queries.ts';

const db = connect(await createTestDatabase(), { poolSize: 4, applicationName: 'test', onIdleError: () => {} });
after(() => db.close());
const newTenant = () => db.transaction((tx) => createTenant(tx, { name: 'Tenant' }));
const create = (tenantId: TenantId, name: string) => db.transaction((tx) => createProject(tx, tenantId, { name }));

test('a project belongs to its tenant alone', async () => {
  const [one, two] = [await newTenant(), await newTenant()];
  const projectId = await create(one, ' Sales ');
  assert.deepEqual(
    (await listProjects.all(db, { tenant_id: one })).map(({ project_id, name }) => [project_id, name]),
    [[projectId, 'Sales']],
  );
  assert.deepEqual(await activeProjects(db, one, [projectId]), new Set([projectId]));
  assert.deepEqual(await activeProjects(db, two, [projectId]), new Set());
});

test('a project needs a name and a tenant', async () => {
  await assert.rejects(create(await newTenant(), '\t'), { code: 'validation_failed' });
  await assert.rejects(create(await newTenant(), 'x'.repeat(256)), { code: 'validation_failed' });
  await assert.rejects(create(idOf('tenant', 999_999), 'Sales'), { code: 'not_found' });
});
