import { as, columnList, type Row, statement } from '../database/sql.ts';
import type { Role } from '../platform/caller.ts';

/** Returns no row if the address is taken, in any tenant. */
export const insertAdministrator = statement({
  name: 'insert_administrator',
  takes: { tenant_id: 'int8', email: 'text', role: 'text', password_hash: 'text' },
  gives: { administrator_id: 'int8' },
  sql: `
    insert into administrators (tenant_id, email, role, password_hash) values (:tenant_id, :email, :role, :password_hash)
    on conflict (lower(email collate "C")) do nothing
    returning administrator_id`,
});

const columns = {
  administrator_id: 'int8',
  email: 'text',
  role: as<Role>('text'),
  /** Empty unless the role is `supervisor`. */
  project_ids: 'int8[]',
  must_change_password: 'bool',
  has_totp: 'bool',
  created_at: 'timestamptz',
} as const;
const names = `a.administrator_id, a.email, a.role, array(
      select p.project_id from administrator_projects p
      where p.tenant_id = a.tenant_id and p.administrator_id = a.administrator_id order by p.project_id) as project_ids,
    a.must_change_password, a.totp_secret is not null as has_totp, a.created_at`;
export type AdministratorRow = Row<typeof columns>;

export const listAdministrators = statement({
  name: 'list_administrators',
  takes: { tenant_id: 'int8' },
  gives: columns,
  sql: `select ${names} from administrators a where a.tenant_id = :tenant_id order by a.administrator_id`,
});

/** Locks all administrators of a tenant, because one of them has to remain. */
export const lockAdministrators = statement({
  name: 'lock_administrators',
  takes: { tenant_id: 'int8' },
  gives: columns,
  sql: `select ${names} from administrators a where a.tenant_id = :tenant_id order by a.administrator_id for update of a`,
});

export const updateRole = statement({
  name: 'update_administrator_role',
  takes: { tenant_id: 'int8', administrator_id: 'int8', role: 'text' },
  sql: `
    update administrators set role = :role
    where tenant_id = :tenant_id and administrator_id = :administrator_id`,
});

export const deleteAdministratorRow = statement({
  name: 'delete_administrator',
  takes: { tenant_id: 'int8', administrator_id: 'int8' },
  sql: 'delete from administrators where tenant_id = :tenant_id and administrator_id = :administrator_id',
});

const credentials = {
  tenant_id: 'int8',
  administrator_id: 'int8',
  email: 'text',
  password_hash: 'text',
  must_change_password: 'bool',
  password_used_at: 'timestamptz?',
  totp_secret: 'bytea?',
  totp_candidate: 'bytea?',
  totp_step: 'int8',
} as const;
const credentialNames = columnList(credentials);
export type Credentials = Row<typeof credentials>;

/** By the canonical form of an address; see `platform/text/email-address.ts`. */
export const findCredentialsByEmail = statement({
  name: 'find_credentials_by_email',
  takes: { email: 'text' },
  gives: credentials,
  acrossTenants: 'The email address determines the tenant.',
  sql: `select ${credentialNames} from administrators where lower(email collate "C") = :email`,
});

export const findCredentials = statement({
  name: 'find_credentials',
  takes: { tenant_id: 'int8', administrator_id: 'int8' },
  gives: credentials,
  sql: `
    select ${credentialNames} from administrators
    where tenant_id = :tenant_id and administrator_id = :administrator_id`,
});

/** The same, locked until this transaction ends. */
export const lockCredentials = statement({
  name: 'lock_credentials',
  takes: { tenant_id: 'int8', administrator_id: 'int8' },
  gives: credentials,
  sql: `
    select ${credentialNames} from administrators
    where tenant_id = :tenant_id and administrator_id = :administrator_id
    for update`,
});

export const updatePassword = statement({
  name: 'update_administrator_password',
  takes: { tenant_id: 'int8', administrator_id: 'int8', password_hash: 'text', must_change_password: 'bool' },
  sql: `
    update administrators
    set password_hash = :password_hash, must_change_password = :must_change_password, password_used_at = null
    where tenant_id = :tenant_id and administrator_id = :administrator_id`,
});

export const markPasswordUsed = statement({
  name: 'mark_administrator_password_used',
  takes: { tenant_id: 'int8', administrator_id: 'int8' },
  sql: `
    update administrators set password_used_at = now()
    where tenant_id = :tenant_id and administrator_id = :administrator_id`,
});

export const updateTotp = statement({
  name: 'update_administrator_totp',
  takes: {
    tenant_id: 'int8',
    administrator_id: 'int8',
    totp_secret: 'bytea?',
    totp_candidate: 'bytea?',
    totp_step: 'int8',
  },
  sql: `
    update administrators set totp_secret = :totp_secret, totp_candidate = :totp_candidate, totp_step = :totp_step
    where tenant_id = :tenant_id and administrator_id = :administrator_id`,
});
