import { statement } from '../../database/sql.ts';

const filters = {
  tenant_id: 'int8',
  administrator_id: 'int8?',
  action: 'text?',
  since: 'timestamptz?',
  before: 'timestamptz?',
} as const;

/**
 * People cause these rows, so there are thousands and not millions, and counting them is cheap. The first row of an import
 * stands for all its batches.
 */
const matching = `
  audit_log entry where tenant_id = :tenant_id and continues is null
    and (:administrator_id::int8 is null or administrator_id = :administrator_id)
    and (:action::text is null or action = :action)
    and (:since::timestamptz is null or at >= :since) and (:before::timestamptz is null or at < :before)`;

const importedInAll = `(
  select jsonb_object_agg(name, n) from (
    select name, sum(value::int8) as n from audit_log batch, jsonb_each_text(batch.details) as counted (name, value)
    where batch.tenant_id = entry.tenant_id and (batch.audit_id = entry.audit_id or batch.continues = entry.audit_id)
    group by name) sums)`;

export const listAudit = statement({
  name: 'list_audit',
  takes: { ...filters, offset: 'int8', limit: 'int8' },
  gives: {
    audit_id: 'int8',
    at: 'timestamptz',
    /** Null: the operator did it. */
    administrator_id: 'int8?',
    administrator_email: 'text?',
    action: 'text',
    subject: 'text?',
    details: 'jsonb',
    ip: 'text?',
  },
  sql: `
    select audit_id, at, administrator_id, administrator_email, action, subject,
      case when import_id is null then details else ${importedInAll} end as details, ip
    from ${matching}
    order by audit_id desc offset :offset limit :limit`,
});

export const countAudit = statement({
  name: 'count_audit',
  takes: filters,
  gives: { total: 'int8' },
  sql: `select count(*) as total from ${matching}`,
});

/** The database refuses to delete younger rows, so the two limits must agree: see migration 0016. */
export const deleteOldAudit = statement({
  name: 'delete_old_audit',
  takes: { limit: 'int8' },
  acrossTenants: 'Entries of all tenants are kept for the same time.',
  sql: `
    delete from audit_log where ctid = any(array(
      select ctid from audit_log where at < now() - interval '400 days' limit :limit))`,
});
