import { statement } from '../database/sql.ts';

const acrossTenants = 'An Asterisk server serves all tenants.';

export const listDrained = statement({
  name: 'list_drained_servers',
  takes: {},
  gives: { name: 'text', drained_at: 'timestamptz', seconds: 'float8' },
  acrossTenants,
  sql: `
    select name, drained_at, extract(epoch from now() - drained_at)::float8 as seconds from drained_servers
    order by name`,
});

/** A server that is already drained keeps its earlier time. */
export const insertDrained = statement({
  name: 'insert_drained_server',
  takes: { name: 'text' },
  acrossTenants,
  sql: 'insert into drained_servers (name) values (:name) on conflict do nothing',
});

export const deleteDrained = statement({
  name: 'delete_drained_server',
  takes: { name: 'text' },
  gives: { name: 'text' },
  acrossTenants,
  sql: 'delete from drained_servers where name = :name returning name',
});
