import { statement } from '../../database/sql.ts';
import { projectColumns, projectSettings } from '../state/queries.ts';

// The project of an inbound call, and the staff to ring for it.

/**
 * SQL condition: the tenant has this trunk, or one to the same host. Asterisk identifies a carrier by its address, and if
 * several tenants have trunks to it, it names any of them.
 */
const hasTrunkLike = (tenantId: string) => `exists (
        select from trunks own join trunks came on lower(came.host) = lower(own.host)
        where own.tenant_id = ${tenantId} and came.trunk_id = :trunk_id)`;

/** The countries of the tenants that the call may be for, over this trunk or over any, to read a number in national format. */
export const listOwnerCountries = statement({
  name: 'list_owner_countries',
  takes: { trunk_id: 'int8?' },
  gives: { default_country: 'text?' },
  acrossTenants: 'The called number determines the tenant.',
  sql: `
    select distinct default_country from tenants t
    where default_country is not null
      and exists (select from numbers n where n.tenant_id = t.tenant_id)
      and (:trunk_id::int8 is null or ${hasTrunkLike('t.tenant_id')})`,
});

/** The projects that have these numbers and take calls over this trunk; without a trunk, over any. */
export const findCalledProjects = statement({
  name: 'find_called_projects',
  takes: { numbers: 'text[]', trunk_id: 'int8?' },
  gives: {
    number: 'text',
    tenant_id: 'int8',
    project_id: 'int8',
    default_country: 'text?',
    allowed_countries: 'text[]?',
    accepts_anonymous: 'bool',
    ...projectColumns,
  },
  acrossTenants: 'The called number determines the tenant.',
  sql: `
    select n.number, n.tenant_id, n.project_id, t.default_country, t.allowed_countries, p.accepts_anonymous,
      ${projectSettings}
    from numbers n join projects p using (tenant_id, project_id) join tenants t using (tenant_id)
    where n.number = any(:numbers) and p.is_active
      and (:trunk_id::int8 is null or ${hasTrunkLike('n.tenant_id')})`,
});

/**
 * Whether a called number is the user name of this trunk, or of one to the same host. Carriers call it over a trunk that has
 * registered, whichever of its numbers was dialed.
 */
export const isTrunkUser = statement({
  name: 'is_trunk_user',
  takes: { number: 'text', trunk_id: 'int8' },
  gives: { is_user: 'bool' },
  acrossTenants: 'The called number determines the tenant.',
  sql: `
    select exists (
      select from trunks own join trunks came on lower(came.host) = lower(own.host)
      where came.trunk_id = :trunk_id and split_part(own.username, '@', 1) = :number) as is_user`,
});

/**
 * The staff who can be rung for a project: those that the project names, in order, or else all active staff with a phone. Staff
 * who are not on a call come first.
 */
export const selectRingable = statement({
  name: 'select_ringable_staff',
  takes: { tenant_id: 'int8', project_id: 'int8' },
  gives: { staff_id: 'int8', phone: 'text?', is_busy: 'bool' },
  sql: `
    select s.staff_id, s.phone, exists (
        select from open_calls o where o.tenant_id = s.tenant_id and o.staff_id = s.staff_id and not o.is_test) as is_busy
    from staff s
    left join project_staff p on (p.tenant_id, p.project_id, p.staff_id) = (s.tenant_id, :project_id, s.staff_id)
    where s.tenant_id = :tenant_id and s.is_active and s.phone is not null
      and (p.staff_id is not null or not exists (
        select from project_staff p where p.tenant_id = :tenant_id and p.project_id = :project_id))
    order by is_busy, p.position, s.staff_id
    limit 1000`,
});
