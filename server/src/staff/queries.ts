import { type Row, statement } from '../database/sql.ts';

export const insertStaff = statement({
  name: 'insert_staff',
  takes: { tenant_id: 'int8', name: 'text', phone: 'text?' },
  gives: { staff_id: 'int8' },
  sql: 'insert into staff (tenant_id, name, phone) values (:tenant_id, :name, :phone) returning staff_id',
});

const columns = {
  staff_id: 'int8',
  name: 'text',
  phone: 'text?',
  /** Name of the account that this person's phone registers with. */
  username: 'text?',
  is_active: 'bool',
  created_at: 'timestamptz',
} as const;
export type StaffRow = Row<typeof columns>;

const selectStaff = `
  select s.staff_id, s.name, s.phone, a.username, s.is_active, s.created_at
  from staff s left join sip_accounts a using (tenant_id, staff_id)`;

export const listStaff = statement({
  name: 'list_staff',
  takes: { tenant_id: 'int8' },
  gives: columns,
  sql: `${selectStaff} where s.tenant_id = :tenant_id order by s.staff_id`,
});

export const findStaff = statement({
  name: 'find_staff',
  takes: { tenant_id: 'int8', staff_id: 'int8' },
  gives: columns,
  sql: `${selectStaff} where s.tenant_id = :tenant_id and s.staff_id = :staff_id`,
});

export const updateStaff = statement({
  name: 'update_staff',
  takes: { tenant_id: 'int8', staff_id: 'int8', name: 'text', is_active: 'bool' },
  sql: `
    update staff set name = :name, is_active = :is_active
    where tenant_id = :tenant_id and staff_id = :staff_id`,
});

export const lockStaff = statement({
  name: 'lock_staff',
  takes: { tenant_id: 'int8', staff_id: 'int8' },
  gives: columns,
  sql: `${selectStaff} where s.tenant_id = :tenant_id and s.staff_id = :staff_id for no key update of s`,
});

export const updateStaffPhone = statement({
  name: 'update_staff_phone',
  takes: { tenant_id: 'int8', staff_id: 'int8', phone: 'text?' },
  sql: 'update staff set phone = :phone where tenant_id = :tenant_id and staff_id = :staff_id',
});

export const upsertAccount = statement({
  name: 'upsert_sip_account',
  takes: { tenant_id: 'int8', staff_id: 'int8', username: 'text', ha1: 'bytea' },
  sql: `
    insert into sip_accounts (tenant_id, staff_id, username, ha1) values (:tenant_id, :staff_id, :username, :ha1)
    on conflict (tenant_id, staff_id) do update set ha1 = excluded.ha1, renewed_at = now()`,
});

export const listActiveAccounts = statement({
  name: 'list_active_sip_accounts',
  takes: {},
  gives: { username: 'text' },
  acrossTenants: 'The operator sees the phones of all tenants.',
  sql: `
    select a.username from sip_accounts a join staff s using (tenant_id, staff_id)
    where s.is_active order by s.staff_id`,
});

export const lockStaffPhones = statement({
  name: 'lock_staff_phones',
  takes: { tenant_id: 'int8', staff_ids: 'int8[]' },
  gives: { staff_id: 'int8', phone: 'text?' },
  sql: `
    select staff_id, phone from staff
    where tenant_id = :tenant_id and staff_id = any(:staff_ids) and is_active
    order by staff_id for share`,
});

export const selectActiveStaff = statement({
  name: 'select_active_staff',
  takes: { tenant_id: 'int8', staff_ids: 'int8[]' },
  gives: { staff_id: 'int8' },
  sql: `
    select staff_id from staff
    where tenant_id = :tenant_id and staff_id = any(:staff_ids) and is_active`,
});
