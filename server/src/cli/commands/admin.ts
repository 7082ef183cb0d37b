import { createAdministrator } from '../../administrators/create-administrator.ts';
import { makePassword } from '../../administrators/credentials/password.ts';
import { existingAdministrator } from '../../administrators/existing-administrator.ts';
import { listAdministrators } from '../../administrators/queries.ts';
import { removeAdministrator } from '../../administrators/remove-administrator.ts';
import { resetPassword } from '../../administrators/reset-password.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { adminCreate, adminList, adminRemove, adminResetPassword } from '../definitions/admin.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { confirm } from '../terminal/confirm.ts';

const note = 'Copy the password now: only its hash is stored. The next sign-in asks for another one.';

export const commands = [
  command(adminCreate, ({ tenant, email, role, projects: projectIds }, { environment }) =>
    withDatabase(environment, async (db) => {
      const { password, passwordHash } = await makePassword();
      await db.transaction((tx) => createAdministrator(tx, tenant, { email, role, projectIds, passwordHash }));
      return { facts: { password }, note };
    }),
  ),
  command(adminList, ({ tenant }, { environment }) =>
    withDatabase(environment, async (db) => {
      const { tenant_id } = await existingTenant(db, tenant);
      const rows = await listAdministrators.all(db, { tenant_id });
      const table = rows.map(({ administrator_id: id, email, role, project_ids, has_totp, created_at: created }) => {
        return { id, email, role, projects: project_ids.join(','), two_factor: has_totp, created };
      });
      return { rows, table, none: 'This tenant has no administrators.' };
    }),
  ),
  command(adminResetPassword, ({ tenant, email, totp = 'keep' }, { environment }) =>
    withDatabase(environment, async (db) => {
      const { password, passwordHash } = await makePassword();
      await db.transaction(async (tx) => {
        const { administrator_id: administratorId } = await existingAdministrator(tx, tenant, email.trim());
        await resetPassword(tx, tenant, { administratorId, by: 'operator', totp, passwordHash });
      });
      return { facts: { password }, note };
    }),
  ),
  command(adminRemove, async ({ tenant, email, yes }, terminal) => {
    await confirm(terminal, yes, `Remove the administrator ${email} of tenant ${tenant}? This cannot be undone.`);
    return withDatabase(terminal.environment, async (db) => {
      const { administrator_id } = await db.transaction(async (tx) => {
        const found = await existingAdministrator(tx, tenant, email.trim());
        return removeAdministrator(tx, tenant, { administratorId: found.administrator_id, by: 'operator' });
      });
      return { facts: { administrator_id } };
    });
  }),
];
