import { createAdministrator } from '../administrators/create-administrator.ts';
import { listAdministrators } from '../administrators/queries.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { id, required, text } from './options.ts';

const tenant = required(id('T', 'The tenant.'));

export const commands = [
  command({
    words: 'admin create',
    about: 'Create an administrator, who signs in to the console, and print the password, this once.',
    options: { tenant, email: required(text('E', 'The e-mail address to sign in with.')) },
    run: ({ tenant, email }, { environment }) =>
      withDatabase(environment, async (db) => {
        const { password } = await db.transaction((tx) => createAdministrator(tx, tenant, { email }));
        return { facts: { password }, note: 'Keep the password now: only its hash is stored.' };
      }),
  }),
  command({
    words: 'admin list',
    about: 'List the administrators of a tenant.',
    options: { tenant },
    run: ({ tenant }, { environment }) =>
      withDatabase(environment, async (db) => {
        const { tenant_id } = await existingTenant(db, tenant);
        return { rows: await listAdministrators.all(db, { tenant_id }), none: 'This tenant has no administrators.' };
      }),
  }),
];
