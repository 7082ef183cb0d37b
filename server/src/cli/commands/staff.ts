import { phoneSystems } from '../../compose/asterisk-servers.ts';
import { type Config, readConfig } from '../../config.ts';
import type { Queryable } from '../../database/sql.ts';
import { readPartyStates } from '../../engine/read-party-states.ts';
import type { TenantId } from '../../platform/ids.ts';
import { readRegistrar } from '../../platform/network/sip-registrar.ts';
import { changePhone } from '../../staff/change-phone.ts';
import { changeStaff } from '../../staff/change-staff.ts';
import { createStaff } from '../../staff/create-staff.ts';
import { listStaff } from '../../staff/queries.ts';
import { renewAccount } from '../../staff/renew-account.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import {
  staffAccount,
  staffCreate,
  staffList,
  staffRemove,
  staffRestore,
  staffShow,
  staffUpdate,
} from '../definitions/staff.ts';
import { withDatabase, withSecrets } from '../installation/open-database.ts';
import { command, type Terminal } from '../terminal/command.ts';

export const commands = [
  command(staffCreate, ({ tenant, name, phone }, { environment }) =>
    withDatabase(environment, async (db) => {
      return { facts: { staff_id: await db.transaction((tx) => createStaff(tx, tenant, { name, phone })) } };
    }),
  ),
  command(staffList, ({ tenant }, { environment }) =>
    withDatabase(environment, async (db) => {
      const rows = await staffWithStates(db, tenant, environment);
      const table = rows.map(({ staff_id: id, name, is_active: active, phone, state, created_at: created }) => {
        return { id, name, active, phone, state, created };
      });
      return { rows, table, none: 'This tenant has no staff.' };
    }),
  ),
  command(staffShow, ({ tenant, staff }, { environment }) =>
    withDatabase(environment, async (db) => {
      const found = (await staffWithStates(db, tenant, environment)).find(({ staff_id }) => staff_id === staff);
      if (!found) throw new Error(`The tenant ${tenant} has no staff member ${staff}.`);
      return { facts: found };
    }),
  ),
  command(staffUpdate, ({ tenant, staff: staff_id, phone: typed }, { environment }) =>
    withDatabase(environment, async (db) => {
      const wanted = typed === 'account' || typed === 'none' ? typed : { typed };
      const phone = await db.transaction((tx) => changePhone(tx, tenant, staff_id, wanted));
      return { facts: { staff_id, phone } };
    }),
  ),
  command(staffAccount, ({ tenant, staff: staff_id }, { environment }) =>
    withSecrets(environment, async (db, box) => {
      const account = await db.transaction((tx) => renewAccount(tx, tenant, staff_id, box));
      return { facts: { staff_id, ...account }, note: softphoneNote(account.username, readConfig(environment)) };
    }),
  ),
  ...[
    { definition: staffRemove, is_active: false },
    { definition: staffRestore, is_active: true },
  ].map(({ definition, is_active }) =>
    command(definition, ({ tenant, staff: staff_id }, { environment }) =>
      withDatabase(environment, async (db) => {
        await db.transaction(async (tx) => {
          await existingTenant(tx, tenant);
          await changeStaff(tx, tenant, staff_id, { is_active });
        });
        return { facts: { staff_id, is_active } };
      }),
    ),
  ),
];

async function staffWithStates(db: Queryable, tenantId: TenantId, environment: Terminal['environment']) {
  const { tenant_id } = await existingTenant(db, tenantId);
  const staff = await listStaff.all(db, { tenant_id });
  const names = staff.flatMap(({ username }) => username ?? []);
  const states = await readPartyStates(phoneSystems(readConfig(environment)), names);
  return staff.map((member) => ({ ...member, state: member.username && states(member.username) }));
}

function softphoneNote(username: string, { SIP_REGISTRAR, SIP_TRANSPORTS }: Config): string {
  const { host, port, transports } = readRegistrar(SIP_REGISTRAR, SIP_TRANSPORTS) ?? {};
  return `Copy the password now: only a digest of it is stored, encrypted.

Enter in a softphone or a desk phone:
  user name, authentication name   ${username}
  password                         the one above
  domain, registrar                ${host ? `${host}:${port}` : 'the address of your telephone system (Asterisk), port 5060'}
  transport                        ${transports?.join(' or ') ?? 'udp or tcp'}
  realm, if asked for              trunkline`;
}
