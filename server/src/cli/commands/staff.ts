import { phoneSystems } from '../../compose/asterisk-servers.ts';
import { readConfig } from '../../config.ts';
import { partyStates } from '../../engine/party-states.ts';
import { changePhone } from '../../staff/change-phone.ts';
import { createStaff } from '../../staff/create-staff.ts';
import { listStaff } from '../../staff/queries.ts';
import { renewAccount } from '../../staff/renew-account.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { withDatabase, withSecrets } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { id, optional, required, text } from '../terminal/options.ts';

const tenant = required(id('tenant', 'T', 'The tenant.'));
const staff = required(id('staff', 'S', 'The staff member.'));

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
    words: 'staff update',
    about: 'Change where a staff member is called.',
    options: {
      tenant,
      staff,
      phone: required(text('P|account|none', 'sip:alice@pbx.example, +819012345678, the own account, or nowhere.')),
    },
    run: ({ tenant, staff: staff_id, phone: typed }, { environment }) =>
      withDatabase(environment, async (db) => {
        const wanted = typed === 'account' || typed === 'none' ? typed : { typed };
        const phone = await db.transaction((tx) => changePhone(tx, tenant, staff_id, wanted));
        return { facts: { staff_id, phone } };
      }),
  }),
  command({
    words: 'staff account',
    about:
      'Make the account that a staff member registers a phone with, or renew its password, and print it, this once.',
    options: { tenant, staff },
    run: ({ tenant, staff: staff_id }, { environment }) =>
      withSecrets(environment, async (db, box) => {
        const account = await db.transaction((tx) => renewAccount(tx, tenant, staff_id, box));
        return { facts: { staff_id, ...account }, note: softphoneNote(account.username) };
      }),
  }),
  command({
    words: 'staff list',
    about: 'List the staff of a tenant, and whether their phones are registered.',
    options: { tenant },
    run: ({ tenant }, { environment }) =>
      withDatabase(environment, async (db) => {
        const { tenant_id } = await existingTenant(db, tenant);
        const staff = await listStaff.all(db, { tenant_id });
        const names = staff.flatMap(({ username }) => username ?? []);
        const states = await partyStates(phoneSystems(readConfig(environment)), names);
        const rows = staff.map((member) => ({ ...member, state: member.username && states(member.username) }));
        return { rows, none: 'This tenant has no staff.' };
      }),
  }),
];

const softphoneNote = (username: string) => `Keep the password now: only a digest of it is stored, encrypted.

Enter in a softphone or a desk phone:
  user name, authentication name   ${username}
  password                         the one above
  domain, registrar                the address of your telephone system (Asterisk), port 5060
  realm, where it is asked for     trunkline`;
