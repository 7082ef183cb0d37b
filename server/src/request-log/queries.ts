import { type Row, statement } from '../database/sql.ts';

const columns = {
  tenant_id: 'int8',
  at: 'timestamptz',
  request_id: 'text',
  key_id: 'int8',
  is_test: 'bool',
  operation: 'text',
  status: 'int4',
  milliseconds: 'float8',
} as const;
export type NotedRequest = Row<typeof columns>;

export const insertRequests = statement({
  name: 'insert_requests',
  takes: { requests: 'jsonb' },
  acrossTenants: 'Requests of all tenants are written together; each row names its own.',
  sql: `
    insert into api_requests (tenant_id, at, request_id, key_id, is_test, operation, status, milliseconds)
    select tenant_id, at, request_id, key_id, is_test, operation, status, milliseconds
    from jsonb_to_recordset(:requests) as r (
      tenant_id int8, at timestamptz, request_id text, key_id int8, is_test bool, operation text, status int4, milliseconds float8)`,
});

const filters = {
  tenant_id: 'int8',
  is_test: 'bool',
  key_id: 'int8?',
  operation: 'text?',
  request_id: 'text?',
  lowest: 'int4',
  highest: 'int4',
  most: 'int8',
} as const;

/** The newest requests only: a page far back in millions of rows would be slow. */
const newest = `(
    select at, number, request_id, key_id, operation, status, milliseconds
    from api_requests r
    where tenant_id = :tenant_id and is_test = :is_test and status between :lowest and :highest
      and (:key_id::int8 is null or key_id = :key_id) and (:operation::text is null or operation = :operation)
      and (:request_id::text is null or request_id = :request_id)
    order by at desc, number desc limit :most)`;

export const listRequests = statement({
  name: 'list_requests',
  takes: { ...filters, offset: 'int8', limit: 'int8' },
  gives: {
    at: 'timestamptz',
    request_id: 'text',
    key_id: 'int8',
    key_name: 'text?',
    operation: 'text',
    status: 'int4',
    milliseconds: 'float8',
  },
  sql: `
    select n.at, n.request_id, n.key_id, k.name as key_name, n.operation, n.status, n.milliseconds
    from ${newest} n left join api_keys k on k.tenant_id = :tenant_id and k.key_id = n.key_id
    order by n.at desc, n.number desc offset :offset limit :limit`,
});

export const countRequests = statement({
  name: 'count_requests',
  takes: filters,
  gives: { total: 'int8' },
  sql: `select count(*) as total from ${newest} n`,
});

export const deleteOldRequests = statement({
  name: 'delete_old_requests',
  takes: { limit: 'int8' },
  acrossTenants: 'Requests of all tenants are kept for the same time.',
  sql: `
    delete from api_requests where ctid = any(array(
      select ctid from api_requests where at < now() - interval '7 days' limit :limit))`,
});
