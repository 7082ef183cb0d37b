import { as, columnList, type Row, statement } from '../database/sql.ts';
import type { License, Scope } from '../platform/caller.ts';
import type { KeyId } from '../platform/ids.ts';

export const findKeyByHash = statement({
  name: 'find_key_by_hash',
  takes: { hash: 'bytea' },
  gives: {
    tenant_id: 'int8',
    key_id: 'int8',
    kind: 'text',
    scopes: as<Scope>('text[]'),
    allowlist: 'text[]',
    allows_assistants: 'bool',
    expires_at: 'timestamptz?',
    default_country: 'text?',
    timezone: 'text',
    licenses: as<License>('text[]'),
    has_call_limits: 'bool',
  },
  acrossTenants: 'The key determines the tenant.',
  sql: `
    select k.tenant_id, k.key_id, k.kind, k.scopes, k.allowlist, k.allows_assistants, k.expires_at,
      t.default_country, t.timezone,
      array(select license from tenant_licenses l where l.tenant_id = k.tenant_id) as licenses,
      num_nonnulls(t.allowed_countries, t.most_live_calls, t.most_daily_live_calls) > 0 as has_call_limits
    from api_keys k join tenants t using (tenant_id)
    where k.hash = :hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
});
export type KeyRow = Row<typeof findKeyByHash.gives>;

export const insertKey = statement({
  name: 'insert_key',
  takes: {
    tenant_id: 'int8',
    name: 'text',
    kind: 'text',
    hash: 'bytea',
    hint: 'text',
    scopes: 'text[]',
    allowlist: 'text[]',
    allows_assistants: 'bool',
    expires_at: 'timestamptz?',
  },
  gives: { key_id: 'int8' },
  sql: `
    insert into api_keys (tenant_id, name, kind, hash, hint, scopes, allowlist, allows_assistants, expires_at)
    values (:tenant_id, :name, :kind, :hash, :hint, :scopes, :allowlist, :allows_assistants, :expires_at)
    returning key_id`,
});

export const markKeyRevoked = statement({
  name: 'mark_key_revoked',
  takes: { tenant_id: 'int8', key_id: 'int8' },
  gives: { revoked_at: 'timestamptz?' },
  sql: `
    update api_keys set revoked_at = coalesce(revoked_at, now())
    where tenant_id = :tenant_id and key_id = :key_id
    returning revoked_at`,
});

export const noteKeysUsed = statement({
  name: 'note_keys_used',
  takes: { tenant_ids: 'int8[]', key_ids: 'int8[]', times: 'timestamptz[]' },
  sql: `
    with used as (
      select k.tenant_id, k.key_id, u.used_at
      from unnest(:tenant_ids::int8[], :key_ids::int8[], :times::timestamptz[]) as u (tenant_id, key_id, used_at)
      join api_keys k on k.tenant_id = u.tenant_id and k.key_id = u.key_id
      order by k.key_id for no key update of k -- Two nodes lock the rows in the same order.
    )
    update api_keys k set last_used_at = greatest(k.last_used_at, used.used_at)
    from used where k.tenant_id = used.tenant_id and k.key_id = used.key_id`,
});

const columns = {
  key_id: 'int8',
  name: 'text',
  kind: 'text',
  hint: 'text',
  scopes: 'text[]',
  allowlist: 'text[]',
  allows_assistants: 'bool',
  created_at: 'timestamptz',
  expires_at: 'timestamptz?',
  revoked_at: 'timestamptz?',
  last_used_at: 'timestamptz?',
  replaced_by: as<KeyId>('int8?'),
} as const;
const names = columnList(columns);
/** A key as its administrators see it. */
export type ListedKey = Row<typeof columns>;

export const listKeys = statement({
  name: 'list_keys',
  takes: { tenant_id: 'int8' },
  gives: columns,
  sql: `select ${names} from api_keys where tenant_id = :tenant_id order by key_id`,
});

export const findKey = statement({
  name: 'find_key',
  takes: { tenant_id: 'int8', key_id: 'int8' },
  gives: columns,
  sql: `select ${names} from api_keys where tenant_id = :tenant_id and key_id = :key_id`,
});

/** One key, locked against other changes until this transaction ends. */
export const lockKey = statement({
  name: 'lock_key',
  takes: { tenant_id: 'int8', key_id: 'int8' },
  gives: columns,
  sql: `select ${names} from api_keys where tenant_id = :tenant_id and key_id = :key_id for update`,
});

export const replaceKey = statement({
  name: 'replace_key',
  takes: { tenant_id: 'int8', key_id: 'int8', replaced_by: as<KeyId>('int8'), expires_at: 'timestamptz' },
  sql: `
    update api_keys set replaced_by = :replaced_by, expires_at = least(expires_at, :expires_at)
    where tenant_id = :tenant_id and key_id = :key_id`,
});
