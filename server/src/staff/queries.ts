import { statement } from '../database/sql.ts';

export const insertStaff = statement({
  name: 'insert_staff',
  takes: { tenant_id: 'int8', name: 'text', phone: 'text?' },
  gives: { staff_id: 'int8' },
  sql: 'insert into staff (tenant_id, name, phone) values (:tenant_id, :name, :phone) returning staff_id',
});

export const listStaff = statement({
  name: 'list_staff',
  takes: { tenant_id: 'int8' },
  gives: { staff_id: 'int8', name: 'text', phone: 'text?', is_active: 'bool', created_at: 'timestamptz' },
  sql: `
    select staff_id, name, phone, is_active, created_at from staff
    where tenant_id = :tenant_id order by staff_id`,
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
