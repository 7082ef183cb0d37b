import { createStaff } from '../staff/create-staff.ts';
import { listStaff } from '../staff/queries.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { id, optional, required, text } from './options.ts';

const tenant = required(id('T', 'The tenant.'));

export const commands = [
  command({
    words: 'staff create',
    about: 'Create a staff member, who makes and takes calls.',
    options: {
      tenant,
      name: required(text('N', 'Name of the person.')),
      phone: optional(text('P', 'Where the person is called: sip:alice@pbx.example or +819012345678.')),
    },
    run: ({ tenant, name, phone }, { environment }) =>
      withDatabase(environment, async (db) => {
        return { facts: { staff_id: await db.transaction((tx) => createStaff(tx, tenant, { name, phone })) } };
      }),
  }),
  command({
    words: 'staff list',
    about: 'List the staff of a tenant.',
    options: { tenant },
    run: ({ tenant }, { environment }) =>
      withDatabase(environment, async (db) => {
        const { tenant_id } = await existingTenant(db, tenant);
        return { rows: await listStaff.all(db, { tenant_id }), none: 'This tenant has no staff.' };
      }),
  }),
];
