import { as, columnList, type Row, statement } from '../database/sql.ts';

const columns = { number: 'text', reason: 'text?', created_at: 'timestamptz' } as const;
const names = columnList(columns);
export type BlockedNumber = Row<typeof columns>;

/** Returns no row if the number is listed already. */
export const insertBlockedNumber = statement({
  name: 'insert_blocked_number',
  takes: { tenant_id: 'int8', number: 'text', reason: 'text?' },
  gives: columns,
  sql: `
    insert into blocked_numbers (tenant_id, number, reason) values (:tenant_id, :number, :reason)
    on conflict do nothing
    returning ${names}`,
});

export const findBlockedNumber = statement({
  name: 'find_blocked_number',
  takes: { tenant_id: 'int8', number: 'text' },
  gives: columns,
  isQuick: true,
  sql: `select ${names} from blocked_numbers where tenant_id = :tenant_id and number = :number`,
});

export const deleteBlockedNumber = statement({
  name: 'delete_blocked_number',
  takes: { tenant_id: 'int8', number: 'text' },
  gives: columns,
  sql: `delete from blocked_numbers where tenant_id = :tenant_id and number = :number returning ${names}`,
});

/** A page, ordered by number, and the number of all rows, from one snapshot. Both read the primary key. */
export const listBlockedNumbers = statement({
  name: 'list_blocked_numbers',
  takes: { tenant_id: 'int8', offset: 'int8', limit: 'int8' },
  gives: { total: 'int8', items: as<BlockedNumber[]>('json') },
  sql: `
    with page as (
      select ${names} from blocked_numbers where tenant_id = :tenant_id order by number offset :offset limit :limit
    )
    select (select count(*) from blocked_numbers where tenant_id = :tenant_id) as total,
      coalesce((
        select json_agg(json_build_object('number', number, 'reason', reason,
          'created_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by number)
        from page), '[]') as items`,
});
