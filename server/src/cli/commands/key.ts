import { createKey } from '../../keys/create-key.ts';
import { listKeys } from '../../keys/queries.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { scopes as allScopes } from '../../platform/caller.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { id, list, optional, required, text, time } from '../terminal/options.ts';

const tenant = required(id('tenant', 'T', 'The tenant.'));

export const commands = [
  command({
    words: 'key create',
    about: 'Create an API key and print it, this once.',
    options: {
      tenant,
      kind: required(text('test|live', 'Calls of a test key are simulated.')),
      scopes: required(list('all|S,...', `What it may do: all, or some of ${allScopes.join(', ')}.`)),
      allow: optional(list('CIDR,...', 'Addresses it may be used from, up to 50; otherwise any.')),
      expires: optional(time('DATE|TIME', 'When it ends: a day (its first moment in UTC) or a time with its offset.')),
      name: optional(text('N', 'What it is for.')),
    },
    run: ({ tenant, kind, allow: allowlist, expires: expiresAt, ...given }, { environment }) =>
      withDatabase(environment, async (db) => {
        const scopes = given.scopes.join() === 'all' ? allScopes : given.scopes;
        const wanted = { name: given.name ?? `${kind} key`, kind, scopes, allowlist, expiresAt };
        const { keyId, key } = await db.transaction((tx) => createKey(tx, tenant, wanted));
        return { facts: { key_id: keyId, key }, note: 'Keep the key now: only its hash is stored.' };
      }),
  }),
  command({
    words: 'key revoke',
    about: 'Revoke an API key, on every node within a second.',
    options: { tenant, key: required(id('key', 'ID', 'The key_id of the key.')) },
    run: ({ tenant, key: key_id }, { environment }) =>
      withDatabase(environment, async (db) => {
        const revoked_at = await db.transaction((tx) => revokeKey(tx, tenant, key_id));
        return { facts: { key_id, revoked_at } };
      }),
  }),
  command({
    words: 'key list',
    about: 'List the API keys of a tenant, without the keys themselves.',
    options: { tenant },
    run: ({ tenant }, { environment }) =>
      withDatabase(environment, async (db) => {
        const { tenant_id } = await existingTenant(db, tenant);
        return { rows: await listKeys.all(db, { tenant_id }), none: 'This tenant has no keys.' };
      }),
  }),
];
