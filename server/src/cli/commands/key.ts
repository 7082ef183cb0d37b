import { createKey } from '../../keys/create-key.ts';
import { type ListedKey, listKeys } from '../../keys/queries.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { scopes as allScopes } from '../../platform/caller.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { keyCreate, keyList, keyRevoke, keyShow } from '../definitions/key.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { UsageFault } from '../terminal/options.ts';

export const commands = [
  command(keyCreate, ({ tenant, kind, ...given }, { environment }) => {
    const scopes = scopesOf(given.scopes);
    return withDatabase(environment, async (db) => {
      const { name = `${kind} key`, allow: allowlist, expires: expiresAt, assistants: allowsAssistants } = given;
      const wanted = { name, kind, scopes, allowlist, expiresAt, allowsAssistants };
      const { keyId, key } = await db.transaction((tx) => createKey(tx, tenant, wanted));
      return { facts: { key_id: keyId, key }, note: 'Copy the key now: only its hash is stored.' };
    });
  }),
  command(keyList, ({ tenant }, { environment }) =>
    withDatabase(environment, async (db) => {
      const { tenant_id } = await existingTenant(db, tenant);
      const rows = await listKeys.all(db, { tenant_id });
      return { rows, table: rows.map(inShort), none: 'This tenant has no keys.' };
    }),
  ),
  command(keyShow, ({ tenant, key }, { environment }) =>
    withDatabase(environment, async (db) => {
      const { tenant_id } = await existingTenant(db, tenant);
      const found = (await listKeys.all(db, { tenant_id })).find(({ key_id }) => key_id === key);
      if (!found) throw new Error(`The tenant ${tenant} has no key ${key}.`);
      return { facts: found };
    }),
  ),
  command(keyRevoke, ({ tenant, key: key_id }, { environment }) =>
    withDatabase(environment, async (db) => {
      const revoked_at = await db.transaction((tx) => revokeKey(tx, tenant, key_id));
      return { facts: { key_id, revoked_at } };
    }),
  ),
];

function scopesOf(given: readonly string[]): readonly string[] {
  if (!given.includes('all')) return given;
  if (given.length > 1) throw new UsageFault('In --scopes, "all" stands alone: it includes every other scope.');
  return allScopes;
}

const inShort = (key: ListedKey) => ({
  id: key.key_id,
  name: key.name,
  kind: key.kind,
  key: key.hint,
  state: stateOf(key),
  assistants: key.allows_assistants ? 'yes' : 'no',
  expires: key.expires_at,
  last_used: key.last_used_at,
});

function stateOf({ revoked_at, expires_at }: ListedKey): string {
  if (revoked_at) return 'revoked';
  return expires_at && expires_at.getTime() <= Date.now() ? 'expired' : 'active';
}
