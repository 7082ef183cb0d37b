import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../database/connect.ts';
import type { ProjectId, StaffId, TenantId } from '../platform/ids.ts';
import { keysOf } from '../platform/keys-of.ts';
import { parsePhoneNumber, unreadableNumber } from '../platform/phone-number.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { readLanguageSetting, unknownLanguage } from '../platform/text/language.ts';
import { nameFaults } from '../platform/text/name.ts';
import { activeStaffLocked } from '../staff/active-staff.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { missingTrunk } from '../trunks/existing-trunk.ts';
import { existingProject } from './existing-project.ts';
import { deleteProjectStaff, insertProjectStaff, lockProject, type ProjectRow, updateProject } from './queries.ts';
import { ringStrategies } from './ring-strategies.ts';

/** The name of a project and the settings of its calls. */
type Settings = Pick<
  ProjectRow,
  | 'name'
  | 'caller_id'
  | 'trunk'
  | 'records_calls'
  | 'announces_recording'
  | 'has_voicemail'
  | 'accepts_anonymous'
  | 'ring_strategy'
  | 'staff_ids'
  | 'language'
  | 'analyses_calls'
>;
/** Settings that are left out stay as they are. With empty `staff_ids` the phones of all staff ring. */
export type ProjectChange = { [Name in keyof Settings]?: Settings[Name] | undefined };

/** Returns the project as it is now, and the names of the changed settings. */
export async function changeProject(
  tx: Tx,
  tenantId: TenantId,
  projectId: ProjectId,
  change: ProjectChange,
): Promise<{ project: ProjectRow; changed: string[] }> {
  const { default_country } = await existingTenant(tx, tenantId);
  const key = { tenant_id: tenantId, project_id: projectId };
  await lockProject.run(tx, key);
  const before = await existingProject(tx, tenantId, projectId);
  const { settings, faults } = readChange(change, default_country);
  faults.push(...(await staffFaults(tx, tenantId, change.staff_ids ?? [])));
  if (change.trunk) faults.push(...(await missingTrunk(tx, tenantId, change.trunk)));
  if (faults.length > 0) throw validationFailed(faults);

  const project = { ...before, ...settings };
  const changed = keysOf(settings).filter((name) => !isDeepStrictEqual(project[name], before[name]));
  if (changed.length > 0) await updateProject.run(tx, { ...project, ...key });
  if (changed.includes('staff_ids')) {
    await deleteProjectStaff.run(tx, key);
    await insertProjectStaff.run(tx, { ...key, staff_ids: project.staff_ids });
  }
  return { project, changed };
}

/** The given settings in the form in which they are stored. */
function readChange(change: ProjectChange, country: string | null): { settings: Partial<Settings>; faults: Detail[] } {
  const faults: Detail[] = [];
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const settings: Partial<Settings> = Object.fromEntries(given);
  if (change.name !== undefined) {
    settings.name = change.name.trim();
    faults.push(...nameFaults('name', settings.name));
  }
  if (typeof change.caller_id === 'string') {
    const number = parsePhoneNumber(change.caller_id, country);
    if (number === undefined) faults.push(unreadableNumber('caller_id', country));
    else settings.caller_id = number;
  }
  if (typeof change.language === 'string') {
    const language = readLanguageSetting(change.language);
    if (language === undefined) faults.push(unknownLanguage);
    else settings.language = language;
  }
  if (change.ring_strategy !== undefined && !ringStrategies.some((strategy) => strategy === change.ring_strategy))
    faults.push(unknownStrategy);
  return { settings, faults };
}

const unknownStrategy: Detail = {
  field: 'ring_strategy',
  code: 'not_allowed',
  message: `ring_strategy must be ${ringStrategies.join(' or ')}.`,
};

async function staffFaults(tx: Tx, tenantId: TenantId, staffIds: StaffId[]): Promise<Detail[]> {
  const field = 'staff_ids';
  if (new Set(staffIds).size < staffIds.length)
    return [{ field, code: 'duplicate', message: 'staff_ids must contain each staff member only once.' }];
  const known = staffIds.length > 0 ? await activeStaffLocked(tx, tenantId, staffIds) : new Set();
  return staffIds
    .filter((staffId) => !known.has(staffId))
    .map((staffId) => ({
      field,
      code: 'staff_not_found',
      message: `The tenant ${tenantId} has no active staff member ${staffId}.`,
    }));
}
