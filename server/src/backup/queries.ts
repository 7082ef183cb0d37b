import { statement } from '../database/sql.ts';

const acrossTenants = 'A backup is of the whole installation.';
const call = { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' } as const;

/** Which of these calls had a recording that was deleted since. Calls that this database does not know are not among them. */
export const findDeletedRecordings = statement({
  name: 'find_deleted_recordings',
  takes: { tenant_ids: 'int8[]', call_ids: 'uuid[]' },
  gives: { tenant_id: 'int8', call_id: 'uuid' },
  acrossTenants,
  sql: `
    select c.tenant_id, c.call_id
    from unnest(:tenant_ids::int8[], :call_ids::uuid[]) as w (tenant_id, call_id), (values (false), (true)) as mode (is_test),
      lateral (
        select * from calls c
        where c.tenant_id = w.tenant_id and c.is_test = mode.is_test and c.call_id = w.call_id limit 1) c
    where c.recording ->> 'status' = 'deleted' or c.erased_at is not null`,
});

/** The recordings that should be in the folder, in an order, behind one of them. */
export const findKeptRecordings = statement({
  name: 'find_kept_recordings',
  takes: { ...call, limit: 'int8' },
  gives: call,
  acrossTenants,
  sql: `
    select tenant_id, is_test, call_id from recordings
    where (tenant_id, is_test, call_id) > (:tenant_id, :is_test, :call_id) and place = 'folder' and deleted_at is null
    order by tenant_id, is_test, call_id limit :limit`,
});
