import type { Tx } from '../database/connect.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { validationFailed } from '../platform/problem.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { existingProject } from './existing-project.ts';
import { lockProjectForRemoval, updateProjectActivity } from './queries.ts';

/** Finds the numbers that lead to a project. */
export type NumbersOfProject = (tx: Tx, tenantId: TenantId, projectId: ProjectId) => Promise<string[]>;

/**
 * Deactivates a project: its calls, customers and settings stay, and it can be restored. Refuses a project that numbers lead to,
 * because calls to them would be rejected.
 */
export async function removeProject(
  tx: Tx,
  tenantId: TenantId,
  projectId: ProjectId,
  numbersOfProject: NumbersOfProject,
): Promise<void> {
  await lockedProject(tx, tenantId, projectId);
  const numbers = await numbersOfProject(tx, tenantId, projectId);
  if (numbers.length > 0) throw inUse(projectId, numbers);
  await updateProjectActivity.run(tx, { tenant_id: tenantId, project_id: projectId, is_active: false });
}

export async function restoreProject(tx: Tx, tenantId: TenantId, projectId: ProjectId): Promise<void> {
  await lockedProject(tx, tenantId, projectId);
  await updateProjectActivity.run(tx, { tenant_id: tenantId, project_id: projectId, is_active: true });
}

async function lockedProject(tx: Tx, tenantId: TenantId, projectId: ProjectId): Promise<void> {
  await existingTenant(tx, tenantId);
  await lockProjectForRemoval.run(tx, { tenant_id: tenantId, project_id: projectId });
  await existingProject(tx, tenantId, projectId);
}

function inUse(projectId: ProjectId, numbers: string[]) {
  const message =
    `Calls to ${numbers.join(', ')} ring project ${projectId}. ` +
    'Remove these numbers first, or route them to another project.';
  return validationFailed([{ field: 'project_id', code: 'in_use', message }]);
}
