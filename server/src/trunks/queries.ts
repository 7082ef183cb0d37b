import { columnList, parameterList, type Row, statement } from '../database/sql.ts';

const columns = {
  trunk_id: 'int8',
  name: 'text',
  host: 'text',
  port: 'int4',
  transport: 'text',
  username: 'text?',
  codecs: 'text[]',
  from_user: 'text?',
  from_domain: 'text?',
  created_at: 'timestamptz',
} as const;
const names = columnList(columns);
export type TrunkRow = Row<typeof columns>;

const secret = { password: 'bytea?' } as const;
export type SealedTrunk = TrunkRow & Row<typeof secret>;

export const listTrunks = statement({
  name: 'list_trunks',
  takes: { tenant_id: 'int8' },
  gives: columns,
  sql: `select ${names} from trunks where tenant_id = :tenant_id order by trunk_id`,
});

export const findTrunk = statement({
  name: 'find_trunk',
  takes: { tenant_id: 'int8', name: 'text' },
  gives: columns,
  sql: `select ${names} from trunks where tenant_id = :tenant_id and name = :name`,
});

export const listAllTrunks = statement({
  name: 'list_all_trunks',
  takes: {},
  gives: { trunk_id: 'int8', tenant_id: 'int8', host: 'text', transport: 'text', codecs: 'text[]' },
  acrossTenants: 'The operator sees the trunks of all tenants.',
  sql: 'select trunk_id, tenant_id, host, transport, codecs from trunks order by trunk_id',
});

/** One trunk, locked until this transaction ends. */
export const lockTrunk = statement({
  name: 'lock_trunk',
  takes: { tenant_id: 'int8', name: 'text' },
  gives: { ...columns, ...secret },
  sql: `select ${names}, password from trunks where tenant_id = :tenant_id and name = :name for update`,
});

const fields = {
  tenant_id: 'int8',
  name: 'text',
  host: 'text',
  port: 'int4',
  transport: 'text',
  username: 'text?',
  password: 'bytea?',
  codecs: 'text[]',
  from_user: 'text?',
  from_domain: 'text?',
} as const;

/** Returns no row if the tenant already has a trunk with that name. */
export const insertTrunk = statement({
  name: 'insert_trunk',
  takes: fields,
  gives: columns,
  sql: `
    insert into trunks (${columnList(fields)}) values (${parameterList(fields)})
    on conflict (tenant_id, name) do nothing
    returning ${names}`,
});

export const updateTrunk = statement({
  name: 'update_trunk',
  takes: fields,
  sql: `
    update trunks set host = :host, port = :port, transport = :transport, username = :username, password = :password,
      codecs = :codecs, from_user = :from_user, from_domain = :from_domain
    where tenant_id = :tenant_id and name = :name`,
});

export const deleteTrunk = statement({
  name: 'delete_trunk',
  takes: { tenant_id: 'int8', trunk_id: 'int8' },
  sql: 'delete from trunks where tenant_id = :tenant_id and trunk_id = :trunk_id',
});
