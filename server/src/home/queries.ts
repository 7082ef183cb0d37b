import { as, statement } from '../database/sql.ts';

// The first page of the console. What it shows belongs to other slices; these statements read no more of it than the page needs.

/** How many lines of a kind the page shows at most. */
const most = 20;

export const listTroubledWebhooks = statement({
  name: 'list_troubled_webhooks',
  takes: { tenant_id: 'int8' },
  gives: { webhook_id: 'int8', label: 'text', disabled_reason: 'text?' },
  sql: `
    select webhook_id, label, disabled_reason from webhooks
    where tenant_id = :tenant_id and deleted_at is null
      and (disabled_reason is not null or (is_enabled and failing_since is not null))
    order by webhook_id limit ${most}`,
});

/** A key that was rotated is meant to expire. */
export const listExpiringKeys = statement({
  name: 'list_expiring_keys',
  takes: { tenant_id: 'int8', kind: 'text', days: 'int4' },
  gives: { key_id: 'int8', name: 'text', expires_at: 'timestamptz?' },
  sql: `
    select key_id, name, expires_at from api_keys
    where tenant_id = :tenant_id and kind = :kind and revoked_at is null and replaced_by is null
      and expires_at > now() and expires_at <= now() + make_interval(days => :days)
    order by expires_at, key_id limit ${most}`,
});

export const listTrunkNames = statement({
  name: 'list_trunk_names',
  takes: { tenant_id: 'int8' },
  gives: { trunk_id: 'int8', name: 'text' },
  sql: 'select trunk_id, name from trunks where tenant_id = :tenant_id order by trunk_id',
});

/** What a tenant has of the things that a first call needs or makes. */
export const findBeginnings = statement({
  name: 'find_beginnings',
  takes: { tenant_id: 'int8' },
  gives: { key: 'bool', staff: 'bool', project: 'bool', webhook: 'bool', called_in: as<'test' | 'live'>('text[]') },
  sql: `
    select
      exists (select from api_keys where tenant_id = :tenant_id and revoked_at is null
        and (expires_at is null or expires_at > now())) as key,
      exists (select from staff where tenant_id = :tenant_id and is_active) as staff,
      exists (select from projects where tenant_id = :tenant_id and is_active) as project,
      exists (select from webhooks where tenant_id = :tenant_id and deleted_at is null) as webhook,
      array_remove(array[
        case when exists (select from calls where tenant_id = :tenant_id and is_test) then 'test' end,
        case when exists (select from calls where tenant_id = :tenant_id and not is_test) then 'live' end
      ], null) as called_in`,
});
