import type { Tx } from '../database/connect.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { validationFailed } from '../platform/problem.ts';
import { lockActiveProject } from '../projects/existing-project.ts';
import { insertNumber, lockNumber, moveNumber } from './queries.ts';
import { readNumber } from './read-number.ts';

export type Assigned = { number: string; change: 'added' | 'moved' | 'none' };

/** Assigns a number to a project: a new one, or one that another project of the tenant had. */
export async function assignNumber(tx: Tx, tenantId: TenantId, text: string, projectId: ProjectId): Promise<Assigned> {
  const number = await readNumber(tx, tenantId, text);
  await lockActiveProject(tx, tenantId, projectId);
  const key = { tenant_id: tenantId, number };
  if (await insertNumber.first(tx, { ...key, project_id: projectId })) return { number, change: 'added' };
  const own = await lockNumber.first(tx, key);
  if (!own) throw taken('This number belongs to another tenant. Check the number, or ask the operator.');
  if (own.project_id === projectId) return { number, change: 'none' };
  await moveNumber.run(tx, { ...key, project_id: projectId });
  return { number, change: 'moved' };
}

/** Assigns a number that belongs to no project yet. */
export async function addNumber(tx: Tx, tenantId: TenantId, text: string, projectId: ProjectId): Promise<string> {
  const number = await readNumber(tx, tenantId, text);
  const own = await lockNumber.first(tx, { tenant_id: tenantId, number });
  if (own)
    throw taken(
      `This number already belongs to project ${own.project_id}. Move it to another project instead of adding it.`,
    );
  return (await assignNumber(tx, tenantId, number, projectId)).number;
}

function taken(message: string) {
  return validationFailed([{ field: 'number', code: 'taken', message }]);
}
