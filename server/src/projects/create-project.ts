import type { Tx } from '../database/connect.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { validationFailed } from '../platform/problem.ts';
import { nameFaults } from '../platform/text/name.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { insertProject } from './queries.ts';

export async function createProject(tx: Tx, tenantId: TenantId, wanted: { name: string }): Promise<ProjectId> {
  await existingTenant(tx, tenantId);
  const name = wanted.name.trim();
  const faults = nameFaults('name', name);
  if (faults.length > 0) throw validationFailed(faults);

  const { project_id } = await insertProject.one(tx, { tenant_id: tenantId, name });
  return project_id;
}
