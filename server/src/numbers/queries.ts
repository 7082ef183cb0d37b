import { type Row, statement } from '../database/sql.ts';

/** Returns no row if the number is already assigned. */
export const insertNumber = statement({
  name: 'insert_number',
  takes: { tenant_id: 'int8', number: 'text', project_id: 'int8' },
  gives: { number: 'text' },
  sql: `
    insert into numbers (number, tenant_id, project_id) values (:number, :tenant_id, :project_id)
    on conflict do nothing
    returning number`,
});

/** The project of a tenant's number, locked until this transaction ends. */
export const lockNumber = statement({
  name: 'lock_number',
  takes: { tenant_id: 'int8', number: 'text' },
  gives: { project_id: 'int8' },
  sql: 'select project_id from numbers where tenant_id = :tenant_id and number = :number for update',
});

const columns = { number: 'text', project_id: 'int8', project: 'text', created_at: 'timestamptz' } as const;
export type NumberRow = Row<typeof columns>;

const selectNumber = `
  select n.number, n.project_id, p.name as project, n.created_at
  from numbers n join projects p using (tenant_id, project_id)`;

export const findNumber = statement({
  name: 'find_number',
  takes: { tenant_id: 'int8', number: 'text' },
  gives: columns,
  sql: `${selectNumber} where n.tenant_id = :tenant_id and n.number = :number`,
});

export const moveNumber = statement({
  name: 'move_number',
  takes: { tenant_id: 'int8', number: 'text', project_id: 'int8' },
  sql: 'update numbers set project_id = :project_id where tenant_id = :tenant_id and number = :number',
});

export const deleteNumber = statement({
  name: 'delete_number',
  takes: { tenant_id: 'int8', number: 'text' },
  sql: 'delete from numbers where tenant_id = :tenant_id and number = :number',
});

export const listNumbers = statement({
  name: 'list_numbers',
  takes: { tenant_id: 'int8' },
  gives: columns,
  sql: `${selectNumber} where n.tenant_id = :tenant_id order by n.number`,
});
