import { createProject } from '../projects/create-project.ts';
import { listProjects } from '../projects/queries.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { id, required, text } from './options.ts';

const tenant = required(id('T', 'The tenant.'));

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
