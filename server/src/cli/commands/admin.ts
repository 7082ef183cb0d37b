import { createAdministrator } from '../../administrators/create-administrator.ts';
import { makePassword } from '../../administrators/credentials/password.ts';
import { listAdministrators } from '../../administrators/queries.ts';
import { resetPassword } from '../../administrators/reset-password.ts';
import { roles } from '../../platform/caller.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { id, oneOf, optional, required, text } from '../terminal/options.ts';

const tenant = required(id('tenant', 'T', 'The tenant.'));
const note = 'Keep the password now: only its hash is stored. The next log-in asks for another one.';

export const commands = [
  command({
    words: 'admin create',
    about: 'Create an administrator, who signs in to the console, and print the password, this once.',
    options: {
      tenant,
      email: required(text('E', 'The e-mail address to sign in with.')),
      role: optional(oneOf(roles, 'A viewer changes nothing; otherwise it is an administrator.')),
    },
    run: ({ tenant, email, role }, { environment }) =>
      withDatabase(environment, async (db) => {
        const { password, passwordHash } = await makePassword();
        await db.transaction((tx) => createAdministrator(tx, tenant, { email, role, passwordHash }));
        return { facts: { password }, note };
      }),
  }),
  command({
    words: 'admin reset-password',
    about: 'Give an administrator another password and print it, this once. All sessions end.',
    options: {
      tenant,
      email: required(text('E', 'The e-mail address that is signed in with.')),
      totp: optional(oneOf(['keep', 'remove'], 'Whether codes of an app are still asked for; otherwise they are.')),
    },
    run: ({ tenant, email, totp = 'keep' }, { environment }) =>
      withDatabase(environment, async (db) => {
        const { password, passwordHash } = await makePassword();
        await db.transaction((tx) => resetPassword(tx, tenant, { email, totp, passwordHash }));
        return { facts: { password }, note };
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
