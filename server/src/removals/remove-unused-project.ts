import type { Tx } from '../database/connect.ts';
import { numbersOfProject } from '../numbers/numbers-of-project.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { type Detail, problem } from '../platform/problem.ts';
import { activeProjectsLocked } from '../projects/existing-project.ts';
import { removeProject } from '../projects/remove-project.ts';

/**
 * Removes a project for an administrator, who cannot do without any: without a project, no call can be started and no customer
 * created. Refuses a project that numbers lead to, the last one, and one that was removed before.
 */
export async function removeUnusedProject(tx: Tx, tenantId: TenantId, projectId: ProjectId): Promise<void> {
  const active = await activeProjectsLocked(tx, tenantId);
  if (!active.includes(projectId)) throw problem('not_found');
  const numbers = await numbersOfProject(tx, tenantId, projectId);
  const faults: Detail[] = [
    ...(numbers.length > 0 ? [ringing(projectId, numbers)] : []),
    ...(active.length === 1 ? [theLast] : []),
  ];
  if (faults.length > 0) throw problem('not_removable', { details: faults });
  await removeProject(tx, tenantId, projectId, numbersOfProject);
}

function ringing(projectId: ProjectId, numbers: string[]): Detail {
  const message =
    `Calls to ${numbers.join(', ')} ring project ${projectId}. ` +
    'Remove these numbers first, or route them to another project.';
  return { field: 'project_id', code: 'in_use', message, numbers };
}

const theLast: Detail = {
  field: 'project_id',
  code: 'last_project',
  message: 'This is the only project of the tenant. Create another one first.',
};
