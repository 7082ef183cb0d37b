import { numbersOfProject } from '../../numbers/numbers-of-project.ts';
import { changeProject } from '../../projects/change-project.ts';
import { createProject } from '../../projects/create-project.ts';
import { existingProject } from '../../projects/existing-project.ts';
import { listProjects, type ProjectRow } from '../../projects/queries.ts';
import { removeProject, restoreProject } from '../../projects/remove-project.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import {
  projectCreate,
  projectList,
  projectRemove,
  projectRestore,
  projectSettings,
  projectShow,
  projectUpdate,
} from '../definitions/project.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { requireAny } from '../terminal/options.ts';

export const commands = [
  command(projectCreate, ({ tenant, name }, { environment }) =>
    withDatabase(environment, async (db) => {
      return { facts: { project_id: await db.transaction((tx) => createProject(tx, tenant, { name })) } };
    }),
  ),
  command(projectList, ({ tenant }, { environment }) =>
    withDatabase(environment, async (db) => {
      const { tenant_id } = await existingTenant(db, tenant);
      const rows = await listProjects.all(db, { tenant_id });
      return { rows, table: rows.map(inShort), none: 'This tenant has no projects.' };
    }),
  ),
  command(projectShow, ({ tenant, project }, { environment }) =>
    withDatabase(environment, async (db) => {
      await existingTenant(db, tenant);
      return { facts: await existingProject(db, tenant, project) };
    }),
  ),
  command(projectUpdate, ({ tenant, project: projectId, ...given }, { environment }) => {
    requireAny(given, Object.keys(projectSettings));
    const change = {
      caller_id: given['caller-id'],
      trunk: given.trunk,
      records_calls: given.recording,
      announces_recording: given.announcement,
      has_voicemail: given.voicemail,
      accepts_anonymous: given.anonymous,
      ring_strategy: given.ring,
      staff_ids: given.staff === null ? [] : given.staff,
      language: given.language,
      analyses_calls: given.analysis,
    };
    return withDatabase(environment, async (db) => {
      const { project } = await db.transaction((tx) => changeProject(tx, tenant, projectId, change));
      return { facts: project };
    });
  }),
  command(projectRemove, ({ tenant, project: project_id }, { environment }) =>
    withDatabase(environment, async (db) => {
      await db.transaction((tx) => removeProject(tx, tenant, project_id, numbersOfProject));
      return { facts: { project_id, is_active: false } };
    }),
  ),
  command(projectRestore, ({ tenant, project: project_id }, { environment }) =>
    withDatabase(environment, async (db) => {
      await db.transaction((tx) => restoreProject(tx, tenant, project_id));
      return { facts: { project_id, is_active: true } };
    }),
  ),
];

const inShort = (project: ProjectRow) => ({
  id: project.project_id,
  name: project.name,
  active: project.is_active,
  caller_id: project.caller_id,
  trunk: project.trunk,
  rings: project.staff_ids.length === 0 ? 'all staff' : `staff ${project.staff_ids.join(',')}`,
  created: project.created_at,
});
