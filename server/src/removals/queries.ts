import { as, statement } from '../database/sql.ts';
import type { ProjectId, WebhookId } from '../platform/ids.ts';

// What follows from a removal. It belongs to many slices; these statements only read it, for the question before the removal.

/** What rings for a project without the removed staff member. */
export const ringsThen = ['others', 'all', 'nobody'] as const;

type LeftProject = { project_id: ProjectId; name: string; rings_then: (typeof ringsThen)[number] };

/** The calls `c` that go on, test and live. */
const openCalls = (condition: string) => `(
      select count(*) from open_calls o join calls c using (tenant_id, is_test, call_id)
      where o.tenant_id = :tenant_id and c.ended_at is null and ${condition})`;
const jsonList = (columns: string, rest: string) =>
  `coalesce((select json_agg(json_build_object(${columns}) ${rest}), '[]')`;

export const previewStaff = statement({
  name: 'preview_removal_of_staff',
  takes: { tenant_id: 'int8', staff_id: 'int8' },
  gives: {
    staff_id: 'int8',
    name: 'text',
    username: 'text?',
    open_calls: 'int8',
    projects: as<LeftProject[]>('json'),
    is_last: 'bool',
  },
  sql: `
    select s.staff_id, s.name, a.username, ${openCalls('c.staff_id = s.staff_id')} as open_calls,
      ${jsonList(
        `'project_id', p.project_id, 'name', p.name, 'rings_then', case
          when not exists (
            select from project_staff o
            where (o.tenant_id, o.project_id) = (p.tenant_id, p.project_id) and o.staff_id <> s.staff_id) then 'all'
          when exists (
            select from project_staff o join staff m using (tenant_id, staff_id)
            where (o.tenant_id, o.project_id) = (p.tenant_id, p.project_id) and o.staff_id <> s.staff_id
              and m.is_active) then 'others'
          else 'nobody' end`,
        `order by p.project_id)
        from project_staff l join projects p using (tenant_id, project_id)
        where l.tenant_id = :tenant_id and l.staff_id = s.staff_id and p.is_active`,
      )} as projects,
      not exists (
        select from staff m where m.tenant_id = :tenant_id and m.is_active and m.staff_id <> s.staff_id) as is_last
    from staff s left join sip_accounts a using (tenant_id, staff_id)
    where s.tenant_id = :tenant_id and s.staff_id = :staff_id and s.removed_at is null`,
});

type FilteringWebhook = { webhook_id: WebhookId; label: string };

export const previewProject = statement({
  name: 'preview_removal_of_project',
  takes: { tenant_id: 'int8', project_id: 'int8' },
  gives: {
    project_id: 'int8',
    name: 'text',
    open_calls: 'int8',
    numbers: 'text[]',
    webhooks: as<FilteringWebhook[]>('json'),
    is_last: 'bool',
  },
  // The webhooks whose filter names no other project.
  sql: `
    select p.project_id, p.name, ${openCalls('c.project_id = p.project_id')} as open_calls,
      array(
        select number from numbers n where (n.tenant_id, n.project_id) = (p.tenant_id, p.project_id)
        order by number) as numbers,
      ${jsonList(
        `'webhook_id', w.webhook_id, 'label', w.label`,
        `order by w.webhook_id)
        from webhooks w
        where w.tenant_id = :tenant_id and w.deleted_at is null and w.project_ids = array[p.project_id]`,
      )} as webhooks,
      not exists (
        select from projects o
        where o.tenant_id = :tenant_id and o.is_active and o.project_id <> p.project_id) as is_last
    from projects p
    where p.tenant_id = :tenant_id and p.project_id = :project_id and p.is_active`,
});

type NamedProject = { project_id: ProjectId; name: string };

export const previewNumber = statement({
  name: 'preview_removal_of_number',
  takes: { tenant_id: 'int8', number: 'text' },
  gives: {
    number: 'text',
    project_id: 'int8',
    project: 'text',
    other_numbers: 'int8',
    caller_id_of: as<NamedProject[]>('json'),
  },
  sql: `
    select n.number, n.project_id, p.name as project, (
        select count(*) from numbers o
        where o.tenant_id = :tenant_id and o.project_id = n.project_id and o.number <> n.number) as other_numbers,
      ${jsonList(
        `'project_id', c.project_id, 'name', c.name`,
        `order by c.project_id)
        from projects c where c.tenant_id = :tenant_id and c.caller_id = n.number and c.is_active`,
      )} as caller_id_of
    from numbers n join projects p using (tenant_id, project_id)
    where n.tenant_id = :tenant_id and n.number = :number`,
});

type CallingProject = NamedProject & { is_active: boolean };

export const previewTrunk = statement({
  name: 'preview_removal_of_trunk',
  takes: { tenant_id: 'int8', name: 'text' },
  gives: { trunk_id: 'int8', name: 'text', projects: as<CallingProject[]>('json') },
  sql: `
    select t.trunk_id, t.name, ${jsonList(
      `'project_id', p.project_id, 'name', p.name, 'is_active', p.is_active`,
      `order by p.project_id)
      from projects p where p.tenant_id = :tenant_id and p.trunk_id = t.trunk_id`,
    )} as projects
    from trunks t where t.tenant_id = :tenant_id and t.name = :name`,
});
