import { changeProject, ringStrategies } from '../../projects/change-project.ts';
import { createProject } from '../../projects/create-project.ts';
import { listProjects } from '../../projects/queries.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { id, ids, oneOf, onOff, optional, or, requireAny, required, text } from '../terminal/options.ts';

const tenant = required(id('tenant', 'T', 'The tenant.'));

const settings = {
  'caller-id': optional(or('none', text('+81...', 'The number that customers see.'))),
  trunk: optional(or('none', text('NAME', 'The trunk that its calls go out over.'))),
  recording: optional(onOff('Whether its calls are recorded.')),
  announcement: optional(onOff('Whether it is said that a call is recorded.')),
  analysis: optional(onOff('Whether what was recorded is analysed, written down and summarised.')),
  voicemail: optional(onOff('Whether callers whom nobody answers may leave a message.')),
  ring: optional(
    oneOf(ringStrategies, 'Whether a call that comes in rings everywhere at once, or one after the other.'),
  ),
  staff: optional(or('all', ids('staff', 'ID,...', 'Who is rung for calls that come in, in this order.'))),
  language: optional(or('none', text('L', 'What is spoken, such as ja; none is what the tenant speaks.'))),
};

export const commands = [
  command({
    words: 'project create',
    about: 'Create a project, which customers and calls belong to.',
    options: { tenant, name: required(text('N', 'What it is called.')) },
    run: ({ tenant, name }, { environment }) =>
      withDatabase(environment, async (db) => {
        return { facts: { project_id: await db.transaction((tx) => createProject(tx, tenant, { name })) } };
      }),
  }),
  command({
    words: 'project update',
    about: 'Change how a project calls and is called. What is not given stays as it is.',
    options: { tenant, project: required(id('project', 'P', 'The project.')), ...settings },
    run: ({ tenant, project: projectId, ...given }, { environment }) => {
      requireAny(given, Object.keys(settings));
      const change = {
        caller_id: given['caller-id'],
        trunk: given.trunk,
        records_calls: given.recording,
        announces_recording: given.announcement,
        has_voicemail: given.voicemail,
        ring_strategy: given.ring,
        staff_ids: given.staff === null ? [] : given.staff,
        language: given.language,
        analyses_calls: given.analysis,
      };
      return withDatabase(environment, async (db) => {
        const { project } = await db.transaction((tx) => changeProject(tx, tenant, projectId, change));
        return { facts: project };
      });
    },
  }),
  command({
    words: 'project list',
    about: 'List the projects of a tenant.',
    options: { tenant },
    run: ({ tenant }, { environment }) =>
      withDatabase(environment, async (db) => {
        const { tenant_id } = await existingTenant(db, tenant);
        return { rows: await listProjects.all(db, { tenant_id }), none: 'This tenant has no projects.' };
      }),
  }),
];
