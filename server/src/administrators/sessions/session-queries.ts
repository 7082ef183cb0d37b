import { as, type Row, statement } from '../../database/sql.ts';
import type { License, Role, TelephonyBy } from '../../platform/caller.ts';

/** A session ends after a night without use, and in any case after a week. */
const idleLimit = `interval '12 hours'`;
const longest = `interval '7 days'`;

export const insertSession = statement({
  name: 'insert_session',
  takes: { tenant_id: 'int8', administrator_id: 'int8', token_hash: 'bytea', ip: 'text?', user_agent: 'text?' },
  gives: { session_id: 'int8' },
  sql: `
    insert into sessions (tenant_id, administrator_id, token_hash, ip, user_agent, expires_at)
    values (:tenant_id, :administrator_id, :token_hash, :ip, :user_agent, now() + ${longest})
    returning session_id`,
});

export const findSession = statement({
  name: 'find_session',
  takes: { token_hash: 'bytea' },
  gives: {
    tenant_id: 'int8',
    session_id: 'int8',
    administrator_id: 'int8',
    email: 'text',
    role: as<Role>('text'),
    must_change_password: 'bool',
    has_totp: 'bool',
    expires_at: 'timestamptz',
    default_country: 'text?',
    timezone: 'text',
    telephony_by: as<TelephonyBy>('text'),
    licenses: as<License>('text[]'),
    has_call_limits: 'bool',
    /** Null unless the role is `supervisor`. */
    project_ids: 'int8[]?',
  },
  acrossTenants: 'The token determines the tenant.',
  sql: `
    select s.tenant_id, s.session_id, s.administrator_id, a.email, a.role, a.must_change_password,
      a.totp_secret is not null as has_totp, least(s.expires_at, now() + ${idleLimit})::timestamptz(3) as expires_at,
      t.default_country, t.timezone, t.telephony_by,
      array(select license from tenant_licenses l where l.tenant_id = s.tenant_id) as licenses,
      num_nonnulls(t.allowed_countries, t.most_live_calls, t.most_daily_live_calls) > 0 as has_call_limits,
      case when a.role = 'supervisor' then array(
        select p.project_id from administrator_projects p
        where p.tenant_id = s.tenant_id and p.administrator_id = s.administrator_id order by p.project_id) end as project_ids
    from sessions s join administrators a using (tenant_id, administrator_id) join tenants t using (tenant_id)
    where s.token_hash = :token_hash and s.expires_at > now() and s.last_used_at > now() - ${idleLimit}`,
});
export type SessionRow = Row<typeof findSession.gives>;

/** Sessions that have not expired, the last used first. */
export const listSessions = statement({
  name: 'list_sessions',
  takes: { tenant_id: 'int8', administrator_id: 'int8' },
  gives: {
    session_id: 'int8',
    ip: 'text?',
    user_agent: 'text?',
    created_at: 'timestamptz',
    last_used_at: 'timestamptz',
  },
  sql: `
    select session_id, ip, user_agent, created_at, last_used_at from sessions
    where tenant_id = :tenant_id and administrator_id = :administrator_id
      and expires_at > now() and last_used_at > now() - ${idleLimit}
    order by last_used_at desc, session_id desc`,
});

export const noteSessionsUsed = statement({
  name: 'note_sessions_used',
  takes: { tenant_ids: 'int8[]', session_ids: 'int8[]', times: 'timestamptz[]' },
  sql: `
    with used as (
      select s.tenant_id, s.session_id, u.used_at
      from unnest(:tenant_ids::int8[], :session_ids::int8[], :times::timestamptz[]) as u (tenant_id, session_id, used_at)
      join sessions s on s.tenant_id = u.tenant_id and s.session_id = u.session_id
      order by s.session_id for no key update of s -- Two nodes lock the rows in the same order.
    )
    update sessions s set last_used_at = greatest(s.last_used_at, used.used_at)
    from used where s.tenant_id = used.tenant_id and s.session_id = used.session_id`,
});

export const deleteSession = statement({
  name: 'delete_session',
  takes: { tenant_id: 'int8', session_id: 'int8' },
  sql: 'delete from sessions where tenant_id = :tenant_id and session_id = :session_id',
});

export const deleteSessionsOf = statement({
  name: 'delete_sessions_of_administrator',
  takes: { tenant_id: 'int8', administrator_id: 'int8' },
  // Ordered, to avoid deadlock with transactions that lock several sessions.
  sql: `
    delete from sessions where tenant_id = :tenant_id and session_id = any(array(
      select session_id from sessions where tenant_id = :tenant_id and administrator_id = :administrator_id
      order by session_id for update))`,
});

export const deleteOtherSessions = statement({
  name: 'delete_other_sessions_of_administrator',
  takes: { tenant_id: 'int8', administrator_id: 'int8', session_id: 'int8' },
  sql: `
    delete from sessions where tenant_id = :tenant_id and session_id = any(array(
      select session_id from sessions
      where tenant_id = :tenant_id and administrator_id = :administrator_id and session_id <> :session_id
      order by session_id for update))`,
});

/** Keeps only the newest sessions. Log-ins lock the administrator's row, so two at once see each other's session. */
export const deleteOldestSessions = statement({
  name: 'delete_oldest_sessions_of_administrator',
  takes: { tenant_id: 'int8', administrator_id: 'int8', most: 'int8' },
  sql: `
    delete from sessions where tenant_id = :tenant_id and session_id in (
      select session_id from sessions where tenant_id = :tenant_id and administrator_id = :administrator_id
      order by session_id desc offset :most)`,
});

export const deleteOldSessions = statement({
  name: 'delete_old_sessions',
  takes: {},
  acrossTenants: 'It deletes expired sessions of all tenants.',
  // A locked row is being deleted, or is deleted by the next run.
  sql: `
    delete from sessions where (tenant_id, session_id) in (
      select tenant_id, session_id from sessions where expires_at < now() or last_used_at < now() - ${idleLimit}
      for update skip locked)`,
});
