import { isStaffOfProjects } from '../database/in-projects.ts';
import { as, type Row, statement } from '../database/sql.ts';
import type { License, Scope } from '../platform/caller.ts';
import { languageSetting, tenantLanguage } from '../projects/spoken-language.ts';

// The tenant, its staff and its projects as programs see them. Nobody's phone leaves these statements: only whether there is one,
// and the account that it registers with.

export const findTenantOfKey = statement({
  name: 'find_tenant_of_key',
  takes: { tenant_id: 'int8', key_id: 'int8' },
  isQuick: true,
  gives: {
    tenant_id: 'int8',
    tenant_name: 'text',
    timezone: 'text',
    default_country: 'text?',
    language: 'text',
    licenses: as<License>('text[]'),
    key_id: 'int8',
    key_name: 'text',
    kind: 'text',
    scopes: as<Scope>('text[]'),
    expires_at: 'timestamptz?',
    ip_allowlist: 'text[]',
  },
  sql: `
    select t.tenant_id, t.name as tenant_name, t.timezone, t.default_country, ${tenantLanguage} as language,
      array(select license from tenant_licenses l where l.tenant_id = t.tenant_id order by license) as licenses,
      k.key_id, k.name as key_name, k.kind, k.scopes, k.expires_at, k.allowlist as ip_allowlist
    from api_keys k join tenants t using (tenant_id)
    where k.tenant_id = :tenant_id and k.key_id = :key_id`,
});

const memberColumns = {
  staff_id: 'int8',
  name: 'text',
  is_active: 'bool',
  project_ids: as<Row<{ project_id: 'int8' }>['project_id']>('int8[]'),
  has_phone: 'bool',
  /** The account that the phone registers with; null if the phone has an address or a number. */
  account: 'text?',
  is_busy: 'bool',
} as const;
export type Member = Row<typeof memberColumns>;

/** Each mode has an index of its own, which PostgreSQL uses if the mode is part of the statement. */
const isOnCall = (isOfMode: string) =>
  `exists (select from open_calls o where o.tenant_id = s.tenant_id and o.staff_id = s.staff_id and ${isOfMode})`;

const selectMembers = `
      select s.staff_id, s.name, s.is_active, array(
          select project_id from project_staff p where (p.tenant_id, p.staff_id) = (s.tenant_id, s.staff_id)
          order by project_id) as project_ids,
        s.phone is not null as has_phone, a.username as account,
        case when :is_test then ${isOnCall('o.is_test')} else ${isOnCall('not o.is_test')} end as is_busy
      from staff s left join sip_accounts a
        on (a.tenant_id, a.staff_id) = (s.tenant_id, s.staff_id) and s.phone = 'sip:' || a.username
      where s.tenant_id = :tenant_id and s.removed_at is null`;

export const findMember = statement({
  name: 'find_member',
  takes: { tenant_id: 'int8', is_test: 'bool', staff_id: 'int8' },
  isQuick: true,
  gives: memberColumns,
  sql: `${selectMembers} and s.staff_id = :staff_id`,
});

/** One page of the rows whose ids match, and the number of all that match, from one snapshot. */
const page = (id: 'staff_id' | 'project_id', matching: string, select: string, alias: string) => `
    with matching as materialized (${matching}
    ), page as (${select} and ${alias}.${id} in (select ${id} from matching order by ${id} offset :offset limit :limit)
    )
    select (select count(*) from matching) as total,
      coalesce((select json_agg(page order by ${id}) from page), '[]') as items`;
const paging = { offset: 'int8', limit: 'int8' } as const;

/** Staff whom no project names work for every project. */
export const listMembers = statement({
  name: 'list_members',
  takes: {
    ...{ tenant_id: 'int8', is_test: 'bool', is_active: 'bool?', project_id: 'int8?', staff_ids: 'int8[]?' },
    ...paging,
  },
  isQuick: true,
  gives: { total: 'int8', items: as<Member[]>('json') },
  sql: page(
    'staff_id',
    `
      select staff_id from staff s
      where tenant_id = :tenant_id and removed_at is null and (:is_active::bool is null or is_active = :is_active)
        and (:staff_ids::int8[] is null or staff_id = any(:staff_ids))
        and (:project_id::int8 is null
          or exists (
            select from project_staff p
            where (p.tenant_id, p.project_id, p.staff_id) = (s.tenant_id, :project_id, s.staff_id))
          or exists (select from projects p where p.tenant_id = :tenant_id and p.project_id = :project_id)
            and not exists (select from project_staff p where (p.tenant_id, p.staff_id) = (s.tenant_id, s.staff_id)))`,
    selectMembers,
    's',
  ),
});

export const listActiveMembers = statement({
  name: 'list_active_members',
  takes: { tenant_id: 'int8', is_test: 'bool' },
  gives: memberColumns,
  sql: `${selectMembers} and s.is_active order by s.name, s.staff_id`,
});

/** Of these projects only. */
export const listActiveMembersOf = statement({
  name: 'list_active_members_of_projects',
  takes: { tenant_id: 'int8', is_test: 'bool', project_ids: 'int8[]' },
  gives: memberColumns,
  sql: `${selectMembers} and s.is_active and ${isStaffOfProjects} order by s.name, s.staff_id`,
});

export const listStaffNames = statement({
  name: 'list_staff_names',
  takes: { tenant_id: 'int8' },
  gives: { staff_id: 'int8', name: 'text' },
  sql: 'select staff_id, name from staff where tenant_id = :tenant_id and removed_at is null',
});

const projectColumns = {
  project_id: 'int8',
  name: 'text',
  is_active: 'bool',
  language: 'text',
  numbers: 'text[]',
} as const;

const selectProjects = `
      select p.project_id, p.name, p.is_active, ${languageSetting} as language, array(
          select number from numbers n where (n.tenant_id, n.project_id) = (p.tenant_id, p.project_id)
          order by number) as numbers
      from projects p join tenants t using (tenant_id)
      where p.tenant_id = :tenant_id`;

export const findNumberedProject = statement({
  name: 'find_numbered_project',
  takes: { tenant_id: 'int8', project_id: 'int8' },
  isQuick: true,
  gives: projectColumns,
  sql: `${selectProjects} and p.project_id = :project_id`,
});

export const listNumberedProjects = statement({
  name: 'list_numbered_projects',
  takes: { ...{ tenant_id: 'int8', is_active: 'bool?', project_ids: 'int8[]?' }, ...paging },
  isQuick: true,
  // The items go to the client as they are.
  gives: { total: 'int8', items: 'text' },
  sql: `select total, items::text as items from (${page(
    'project_id',
    `
      select project_id from projects
      where tenant_id = :tenant_id and (:is_active::bool is null or is_active = :is_active)
        and (:project_ids::int8[] is null or project_id = any(:project_ids))`,
    selectProjects,
    'p',
  )}) listed`,
});

export const listProjectNames = statement({
  name: 'list_project_names',
  takes: { tenant_id: 'int8' },
  gives: { project_id: 'int8', name: 'text' },
  sql: 'select project_id, name from projects where tenant_id = :tenant_id',
});
