import { isStaffOfProjects } from '../database/in-projects.ts';
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

const columnsOfStaff = 's.staff_id, s.name, s.phone, a.username, s.is_active, s.created_at';
const fromStaff = 'from staff s left join sip_accounts a using (tenant_id, staff_id)';
const selectStaff = `
  select ${columnsOfStaff}
  ${fromStaff}
  where s.tenant_id = :tenant_id and s.removed_at is null`;

export const listStaff = statement({
  name: 'list_staff',
  takes: { tenant_id: 'int8' },
  gives: columns,
  sql: `${selectStaff} order by s.staff_id`,
});

/** `is_past`: only past calls show the name. */
const everColumns = { ...columns, removed_at: 'timestamptz?', is_past: 'bool' } as const;

/** SQL condition on `staff s`: the staff member had calls in one of the projects `:project_ids`. */
const hadCallsInProjects = `exists (
        select from call_counts n
        where n.tenant_id = :tenant_id and n.is_test = any('{false,true}') and n.grain = 'staff_day' and n.staff_id = s.staff_id
          and n.project_id = any(:project_ids))`;

/** Also those who were removed: past calls show their names. */
export const listEverStaff = statement({
  name: 'list_ever_staff',
  takes: { tenant_id: 'int8' },
  gives: everColumns,
  sql: `
    select ${columnsOfStaff}, s.removed_at, s.removed_at is not null as is_past
    ${fromStaff}
    where s.tenant_id = :tenant_id order by s.staff_id`,
});

/**
 * The names of the staff of these projects, and of others who had calls there before. Their phones are for administrators and
 * viewers.
 */
export const listStaffOfProjects = statement({
  name: 'list_staff_of_projects',
  takes: { tenant_id: 'int8', project_ids: 'int8[]' },
  gives: everColumns,
  sql: `
    select s.staff_id, s.name, null::text as phone, null::text as username, s.is_active, s.created_at, s.removed_at, is_past
    from staff s, lateral (select s.removed_at is not null or not ${isStaffOfProjects} as is_past) p
    where s.tenant_id = :tenant_id and (not is_past or ${hadCallsInProjects}) order by s.staff_id`,
});

export const findStaff = statement({
  name: 'find_staff',
  takes: { tenant_id: 'int8', staff_id: 'int8' },
  gives: columns,
  sql: `${selectStaff} and s.staff_id = :staff_id`,
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
  sql: `${selectStaff} and s.staff_id = :staff_id for no key update of s`,
});

/** Waits for transactions that are adding the staff member to a project, so that the removal sees it. */
export const lockStaffForRemoval = statement({
  name: 'lock_staff_for_removal',
  takes: { tenant_id: 'int8', staff_id: 'int8' },
  gives: { staff_id: 'int8' },
  sql: `
    select staff_id from staff
    where tenant_id = :tenant_id and staff_id = :staff_id and removed_at is null for update`,
});

export const markStaffRemoved = statement({
  name: 'mark_staff_removed',
  takes: { tenant_id: 'int8', staff_id: 'int8' },
  gives: { removed_at: 'timestamptz?' },
  sql: `
    update staff set is_active = false, phone = null, removed_at = now()
    where tenant_id = :tenant_id and staff_id = :staff_id
    returning removed_at`,
});

export const deleteAccount = statement({
  name: 'delete_sip_account',
  takes: { tenant_id: 'int8', staff_id: 'int8' },
  sql: 'delete from sip_accounts where tenant_id = :tenant_id and staff_id = :staff_id',
});

export const updateStaffPhone = statement({
  name: 'update_staff_phone',
  takes: { tenant_id: 'int8', staff_id: 'int8', phone: 'text?' },
  sql: 'update staff set phone = :phone where tenant_id = :tenant_id and staff_id = :staff_id',
});

export const upsertAccount = statement({
  name: 'upsert_sip_account',
  takes: { tenant_id: 'int8', staff_id: 'int8', username: 'text', ha1: 'bytea' },
  // A link that was made with the earlier password must not give the new one.
  sql: `
    insert into sip_accounts (tenant_id, staff_id, username, ha1) values (:tenant_id, :staff_id, :username, :ha1)
    on conflict (tenant_id, staff_id)
      do update set ha1 = excluded.ha1, renewed_at = now(), link_hash = null, link_expires_at = null`,
});

export const setSoftphoneLink = statement({
  name: 'set_softphone_link',
  takes: { tenant_id: 'int8', staff_id: 'int8', link_hash: 'bytea' },
  gives: { link_expires_at: 'timestamptz?' },
  sql: `
    update sip_accounts set link_hash = :link_hash, link_expires_at = now() + interval '10 minutes'
    where tenant_id = :tenant_id and staff_id = :staff_id
    returning link_expires_at`,
});

/** Of two requests with one link at the same moment, the second one waits here and finds the link used. */
export const useSoftphoneLink = statement({
  name: 'use_softphone_link',
  takes: { link_hash: 'bytea' },
  gives: { tenant_id: 'int8', staff_id: 'int8', name: 'text', username: 'text', ha1: 'bytea' },
  acrossTenants: 'The token of the link decides whose account it is.',
  sql: `
    update sip_accounts a set link_hash = null, link_expires_at = null
    from staff s
    where a.link_hash = :link_hash and a.link_expires_at > now()
      and s.tenant_id = a.tenant_id and s.staff_id = a.staff_id and s.is_active
    returning a.tenant_id, a.staff_id, s.name, a.username, a.ha1`,
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

/** The same, and keeps them from being removed until the end of the transaction. */
export const lockActiveStaff = statement({
  name: 'lock_active_staff',
  takes: { tenant_id: 'int8', staff_ids: 'int8[]' },
  gives: { staff_id: 'int8' },
  sql: `
    select staff_id from staff
    where tenant_id = :tenant_id and staff_id = any(:staff_ids) and is_active
    order by staff_id for key share`,
});
