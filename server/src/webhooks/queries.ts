import { lock, locks } from '../database/locks.ts';
import { assignments, columnList, parameterList, type Row, statement } from '../database/sql.ts';

/** The fields of a webhook that an administrator sets. */
const fields = {
  label: 'text',
  url: 'text',
  events: 'text[]',
  project_ids: 'int8[]?',
  call_statuses: 'text[]?',
  is_enabled: 'bool',
} as const;

const columns = {
  webhook_id: 'int8',
  ...fields,
  disabled_reason: 'text?',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;
const names = columnList(columns);
/** A webhook without its secrets. */
export type WebhookRow = Row<typeof columns>;

/**
 * An id for a webhook that is about to be inserted, because its secret is sealed with the id. Concurrent creations in the same
 * tenant wait for this one.
 */
export const takeWebhookId = statement({
  name: 'take_webhook_id',
  takes: { tenant_id: 'int8' },
  gives: { webhook_id: 'int8' },
  acrossTenants: "It reads no table, the lock is the tenant's own, and ids are unique over all tenants.",
  sql: `
    select nextval('webhooks_webhook_id_seq') as webhook_id
    from ${lock(locks.webhookIds(':tenant_id'))}`,
});

/** Returns no row if the tenant has reached its limit. The caller has taken the id, and with it the lock. */
export const insertWebhook = statement({
  name: 'insert_webhook',
  takes: { tenant_id: 'int8', webhook_id: 'int8', ...fields, secret: 'bytea', most: 'int8' },
  gives: columns,
  sql: `
    insert into webhooks (tenant_id, webhook_id, ${columnList(fields)}, secret) overriding system value
    select :tenant_id, :webhook_id, ${parameterList(fields)}, :secret
    where (select count(*) from webhooks where tenant_id = :tenant_id and deleted_at is null) < :most
    returning ${names}`,
});

export const findWebhook = statement({
  name: 'find_webhook',
  takes: { tenant_id: 'int8', webhook_id: 'int8' },
  gives: columns,
  sql: `
    select ${names} from webhooks where tenant_id = :tenant_id and webhook_id = :webhook_id and deleted_at is null`,
});

export const lockWebhook = statement({
  name: 'lock_webhook',
  takes: { tenant_id: 'int8', webhook_id: 'int8' },
  gives: columns,
  sql: `
    select ${names} from webhooks where tenant_id = :tenant_id and webhook_id = :webhook_id and deleted_at is null
    for update`,
});

const walk = (direction: 'asc' | 'desc') =>
  statement({
    name: `list_webhooks_${direction}`,
    takes: { tenant_id: 'int8', offset: 'int8', limit: 'int8' },
    gives: columns,
    sql: `
      select ${names} from webhooks where tenant_id = :tenant_id and deleted_at is null
      order by webhook_id ${direction} offset :offset limit :limit`,
  });
export const listWebhooks = { asc: walk('asc'), desc: walk('desc') };

export const countWebhooks = statement({
  name: 'count_webhooks',
  takes: { tenant_id: 'int8' },
  gives: { total: 'int8' },
  sql: 'select count(*) as total from webhooks where tenant_id = :tenant_id and deleted_at is null',
});

/** A webhook that is enabled again, or gets another URL, starts with a clean record. */
export const updateWebhook = statement({
  name: 'update_webhook',
  takes: { tenant_id: 'int8', webhook_id: 'int8', ...fields, disabled_reason: 'text?', restarts: 'bool' },
  gives: columns,
  sql: `
    update webhooks set ${assignments(fields)}, disabled_reason = :disabled_reason,
      failing_since = case when :restarts then null else failing_since end,
      epoch = epoch + case when :restarts then 1 else 0 end,
      updated_at = greatest(clock_timestamp(), updated_at)
    where tenant_id = :tenant_id and webhook_id = :webhook_id
    returning ${names}`,
});

/** The row stays for its deliveries; its secrets are erased. */
export const markWebhookDeleted = statement({
  name: 'mark_webhook_deleted',
  takes: { tenant_id: 'int8', webhook_id: 'int8' },
  gives: { webhook_id: 'int8', deleted_at: 'timestamptz?' },
  sql: `
    update webhooks set deleted_at = clock_timestamp(), updated_at = clock_timestamp(), secret = '', previous_secret = null
    where tenant_id = :tenant_id and webhook_id = :webhook_id
    returning webhook_id, deleted_at`,
});

export const replaceSecret = statement({
  name: 'replace_webhook_secret',
  takes: { tenant_id: 'int8', webhook_id: 'int8', secret: 'bytea', hours: 'int4' },
  gives: { previous_secret_expires_at: 'timestamptz?' },
  sql: `
    update webhooks set previous_secret = secret, secret = :secret,
      previous_secret_expires_at = clock_timestamp() + make_interval(hours => :hours),
      updated_at = greatest(clock_timestamp(), updated_at)
    where tenant_id = :tenant_id and webhook_id = :webhook_id
    returning previous_secret_expires_at`,
});
