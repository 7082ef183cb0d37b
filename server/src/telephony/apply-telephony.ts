import type { Tx } from '../database/connect.ts';
import { assignNumber } from '../numbers/assign-number.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { type Detail, Problem, validationFailed } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { changeProject } from '../projects/change-project.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { changeTrunk } from '../trunks/change-trunk.ts';
import { createTrunk } from '../trunks/create-trunk.ts';
import { hasTrunk } from '../trunks/existing-trunk.ts';
import type { TelephonyFile, TrunkInFile } from './schema.ts';

/** One difference that was applied. */
export type AppliedChange = { kind: 'trunk' | 'number' | 'project'; name: string; change: string; fields: string[] };

/**
 * Applies the file in this transaction, completely or not at all; applying it again changes nothing. Anything that the file
 * does not mention stays as it is, so nothing is ever removed.
 */
export async function applyTelephony(
  tx: Tx,
  tenantId: TenantId,
  { trunks = [], numbers = [], projects = [] }: TelephonyFile,
  box: SecretBox,
): Promise<AppliedChange[]> {
  await existingTenant(tx, tenantId);
  const changes: AppliedChange[] = [];
  const faults: Detail[] = [];
  const once = onlyOnce();
  const attempt = async (path: string, work: () => Promise<AppliedChange | undefined>) => {
    try {
      changes.push(...[await work()].filter((change) => change !== undefined));
    } catch (error) {
      faults.push(...faultsAt(path, error));
    }
  };

  // Projects name trunks, so trunks come first.
  for (const [i, trunk] of trunks.entries())
    await attempt(`trunks[${i}]`, () => applyTrunk(tx, tenantId, trunk, box, once));
  for (const [i, { number, project_id }] of numbers.entries())
    await attempt(`numbers[${i}]`, () => applyNumber(tx, tenantId, number, project_id, once));
  for (const [i, { project_id, ...settings }] of projects.entries())
    await attempt(`projects[${i}]`, async () => {
      const { changed: fields } = await changeProject(tx, tenantId, project_id, settings);
      return fields.length > 0 ? { kind: 'project', name: `${project_id}`, change: 'changed', fields } : undefined;
    });
  if (faults.length > 0) throw validationFailed(faults);
  return changes;
}

type Once = ReturnType<typeof onlyOnce>;

/** Refuses an entry that the file contains twice: if the two differ, it is unclear which one is meant. */
function onlyOnce() {
  const said = new Set<string>();
  return (field: string, value: string) => {
    if (said.has(`${field} ${value}`))
      throw validationFailed([{ field, code: 'duplicate', message: `"${value}" is in the file twice.` }]);
    said.add(`${field} ${value}`);
  };
}

async function applyTrunk(
  tx: Tx,
  tenantId: TenantId,
  sent: TrunkInFile,
  box: SecretBox,
  once: Once,
): Promise<AppliedChange | undefined> {
  const trunk = { ...sent, name: sent.name.trim(), host: sent.host?.trim() };
  const { name } = trunk;
  once('name', name);
  if (await hasTrunk(tx, tenantId, name)) {
    const fields = await changeTrunk(tx, tenantId, trunk, box);
    return fields.length > 0 ? { kind: 'trunk', name, change: 'changed', fields } : undefined;
  }
  const { host } = trunk;
  if (host === undefined) throw validationFailed([hostMissing]);
  await createTrunk(tx, tenantId, { ...trunk, host }, box);
  return { kind: 'trunk', name, change: 'created', fields: [] };
}

const hostMissing: Detail = { field: 'host', code: 'required', message: 'host is required for a new trunk.' };

async function applyNumber(
  tx: Tx,
  tenantId: TenantId,
  typed: string,
  projectId: ProjectId,
  once: Once,
): Promise<AppliedChange | undefined> {
  const { number, change } = await assignNumber(tx, tenantId, typed, projectId);
  once('number', number);
  return change === 'none' ? undefined : { kind: 'number', name: number, change, fields: ['project_id'] };
}

/** Reports a refusal of one entry as a fault of the whole file. Any other error is not a fault of the file. */
function faultsAt(path: string, error: unknown): Detail[] {
  if (!(error instanceof Problem) || error.code === 'unavailable') throw error;
  const { details, code, message } = error;
  if (details.length === 0) return [{ field: path, code, message: `${path}: ${message}` }];
  return details.map((detail) => ({
    ...detail,
    field: `${path}.${detail.field}`,
    message: `${path}: ${detail.message}`,
  }));
}
