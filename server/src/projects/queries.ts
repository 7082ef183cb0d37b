import { type Row, statement } from '../database/sql.ts';

export const selectActiveProjects = statement({
  name: 'select_active_projects',
  takes: { tenant_id: 'int8', project_ids: 'int8[]' },
  gives: { project_id: 'int8' },
  sql: `
    select project_id from projects
    where tenant_id = :tenant_id and project_id = any(:project_ids) and is_active`,
});

export const insertProject = statement({
  name: 'insert_project',
  takes: { tenant_id: 'int8', name: 'text' },
  gives: { project_id: 'int8' },
  sql: 'insert into projects (tenant_id, name) values (:tenant_id, :name) returning project_id',
});

const columns = {
  project_id: 'int8',
  name: 'text',
  is_active: 'bool',
  caller_id: 'text?',
  trunk: 'text?',
  records_calls: 'bool',
  announces_recording: 'bool',
  has_voicemail: 'bool',
  accepts_anonymous: 'bool',
  ring_strategy: 'text',
  staff_ids: 'int8[]',
  language: 'text?',
  analyses_calls: 'bool',
  created_at: 'timestamptz',
} as const;
export type ProjectRow = Row<typeof columns>;

const selectProject = `
  select p.project_id, p.name, p.is_active, p.caller_id, t.name as trunk, p.records_calls, p.announces_recording,
    p.has_voicemail, p.accepts_anonymous, p.ring_strategy, array(
      select staff_id from project_staff s where (s.tenant_id, s.project_id) = (p.tenant_id, p.project_id)
      order by position) as staff_ids,
    p.language, p.analyses_calls, p.created_at
  from projects p left join trunks t on (t.tenant_id, t.trunk_id) = (p.tenant_id, p.trunk_id)`;

export const listProjects = statement({
  name: 'list_projects',
  takes: { tenant_id: 'int8' },
  gives: columns,
  sql: `${selectProject} where p.tenant_id = :tenant_id order by p.project_id`,
});

export const listProjectsAmong = statement({
  name: 'list_projects_among',
  takes: { tenant_id: 'int8', project_ids: 'int8[]' },
  gives: columns,
  sql: `${selectProject} where p.tenant_id = :tenant_id and p.project_id = any(:project_ids) order by p.project_id`,
});

export const findProject = statement({
  name: 'find_project',
  takes: { tenant_id: 'int8', project_id: 'int8' },
  gives: columns,
  sql: `${selectProject} where p.tenant_id = :tenant_id and p.project_id = :project_id`,
});

/** Keeps the project from being removed until the end of the transaction. */
export const lockProjectShared = statement({
  name: 'lock_project_shared',
  takes: { tenant_id: 'int8', project_id: 'int8' },
  gives: { is_active: 'bool' },
  sql: 'select is_active from projects where tenant_id = :tenant_id and project_id = :project_id for share',
});

export const lockProject = statement({
  name: 'lock_project',
  takes: { tenant_id: 'int8', project_id: 'int8' },
  sql: 'select from projects where tenant_id = :tenant_id and project_id = :project_id for no key update',
});

/** Waits for transactions that are adding a number to the project, so that the number is seen. */
export const lockProjectForRemoval = statement({
  name: 'lock_project_for_removal',
  takes: { tenant_id: 'int8', project_id: 'int8' },
  sql: 'select from projects where tenant_id = :tenant_id and project_id = :project_id for update',
});

/** The active projects, locked in order, so that two removals at once do not remove the last two. */
export const lockActiveProjects = statement({
  name: 'lock_active_projects',
  takes: { tenant_id: 'int8' },
  gives: { project_id: 'int8' },
  sql: 'select project_id from projects where tenant_id = :tenant_id and is_active order by project_id for no key update',
});

export const updateProjectActivity = statement({
  name: 'update_project_activity',
  takes: { tenant_id: 'int8', project_id: 'int8', is_active: 'bool' },
  sql: 'update projects set is_active = :is_active where tenant_id = :tenant_id and project_id = :project_id',
});

export const updateProject = statement({
  name: 'update_project',
  takes: {
    tenant_id: 'int8',
    project_id: 'int8',
    name: 'text',
    caller_id: 'text?',
    trunk: 'text?',
    records_calls: 'bool',
    announces_recording: 'bool',
    has_voicemail: 'bool',
    accepts_anonymous: 'bool',
    ring_strategy: 'text',
    language: 'text?',
    analyses_calls: 'bool',
  },
  sql: `
    update projects set name = :name, caller_id = :caller_id, records_calls = :records_calls,
      trunk_id = (select trunk_id from trunks where tenant_id = :tenant_id and name = :trunk),
      announces_recording = :announces_recording, has_voicemail = :has_voicemail, ring_strategy = :ring_strategy,
      accepts_anonymous = :accepts_anonymous, language = :language, analyses_calls = :analyses_calls
    where tenant_id = :tenant_id and project_id = :project_id`,
});

export const deleteProjectStaff = statement({
  name: 'delete_project_staff',
  takes: { tenant_id: 'int8', project_id: 'int8' },
  sql: 'delete from project_staff where tenant_id = :tenant_id and project_id = :project_id',
});

export const deleteStaffOfProjects = statement({
  name: 'delete_staff_of_projects',
  takes: { tenant_id: 'int8', staff_id: 'int8' },
  sql: 'delete from project_staff where tenant_id = :tenant_id and staff_id = :staff_id',
});

export const insertProjectStaff = statement({
  name: 'insert_project_staff',
  takes: { tenant_id: 'int8', project_id: 'int8', staff_ids: 'int8[]' },
  sql: `
    insert into project_staff (tenant_id, project_id, staff_id, position)
    select :tenant_id, :project_id, staff_id, position
    from unnest(:staff_ids::int8[]) with ordinality as s (staff_id, position)`,
});

export const selectProjectsOfTrunk = statement({
  name: 'select_projects_of_trunk',
  takes: { tenant_id: 'int8', trunk_id: 'int8' },
  gives: { project_id: 'int8' },
  sql: `
    select project_id from projects
    where tenant_id = :tenant_id and trunk_id = :trunk_id order by project_id`,
});
