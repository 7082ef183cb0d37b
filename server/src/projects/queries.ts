import { statement } from '../database/sql.ts';

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

export const listProjects = statement({
  name: 'list_projects',
  takes: { tenant_id: 'int8' },
  gives: { project_id: 'int8', name: 'text', is_active: 'bool', created_at: 'timestamptz' },
  sql: `
    select project_id, name, is_active, created_at from projects
    where tenant_id = :tenant_id order by project_id`,
});
