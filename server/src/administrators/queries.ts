import { statement } from '../database/sql.ts';

/** Gives nothing where the address is taken, by whatever tenant. */
export const insertAdministrator = statement({
  name: 'insert_administrator',
  takes: { tenant_id: 'int8', email: 'text', password_hash: 'text' },
  gives: { administrator_id: 'int8' },
  sql: `
    insert into administrators (tenant_id, email, password_hash) values (:tenant_id, :email, :password_hash)
    on conflict (lower(email)) do nothing
    returning administrator_id`,
});

export const listAdministrators = statement({
  name: 'list_administrators',
  takes: { tenant_id: 'int8' },
  gives: { administrator_id: 'int8', email: 'text', created_at: 'timestamptz' },
  sql: `
    select administrator_id, email, created_at from administrators
    where tenant_id = :tenant_id order by administrator_id`,
});
