import { addLicense, removeLicense } from '../tenants/change-license.ts';
import { createTenant } from '../tenants/create-tenant.ts';
import { listTenants, type TenantRow } from '../tenants/queries.ts';
import { command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { id, list, optional, required, text } from './options.ts';

const licenseOptions = {
  tenant: required(id('T', 'The tenant.')),
  license: required(text('L', 'The licence: open_api_advanced.')),
};
const licensesOf = ({ tenant_id, licenses }: TenantRow) => ({ facts: { tenant_id, licenses } });

export const commands = [
  command({
    words: 'tenant create',
    about: 'Create a tenant.',
    options: {
      name: required(text('N', 'What it is called.')),
      license: optional(list('L', 'Licences, separated by commas: open_api_advanced.')),
      country: optional(text('C', 'Where numbers without + are read, such as JP.')),
      timezone: optional(text('Z', 'An IANA name such as Asia/Tokyo; otherwise UTC.')),
    },
    run: ({ name, license: licenses, country, timezone }, { environment }) =>
      withDatabase(
        environment,
        async (db) => {
          const tenant_id = await db.transaction((tx) => createTenant(tx, { name, licenses, country, timezone }));
          return { facts: { tenant_id } };
        },
        'make it',
      ),
  }),
  command({
    words: 'tenant list',
    about: 'List all tenants.',
    options: {},
    run: (_given, { environment }) =>
      withDatabase(environment, async (db) => {
        return { rows: await listTenants.all(db, {}), none: 'There are no tenants.' };
      }),
  }),
  command({
    words: 'tenant license add',
    about: 'Give a tenant a licence.',
    options: licenseOptions,
    run: ({ tenant, license }, { environment }) =>
      withDatabase(environment, async (db) =>
        licensesOf(await db.transaction((tx) => addLicense(tx, tenant, license))),
      ),
  }),
  command({
    words: 'tenant license remove',
    about: 'Take a licence from a tenant.',
    options: licenseOptions,
    run: ({ tenant, license }, { environment }) =>
      withDatabase(environment, async (db) =>
        licensesOf(await db.transaction((tx) => removeLicense(tx, tenant, license))),
      ),
  }),
];
