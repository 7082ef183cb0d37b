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
