import { isFree, locks } from '../database/locks.ts';
import { statement } from '../database/sql.ts';

// The row of scheduled backups. All times are those of PostgreSQL's clock, which is the same for all nodes.

const acrossTenants = 'A backup is of the whole installation.';

/** A row that a clock wrote while it ran ahead counts as none: until that time, no backup would be due. */
const isPast = `greatest(wanted_since, began_at, completed_at, attempted_at, failed_at) <= now()`;

/**
 * A backup is due from the first time of day after the last one began, or since one is wanted. `times` are times of day in
 * `timezone`, such as 03:15. After a failure, nodes wait for ten minutes. `is_running` is whether a node makes a backup now.
 */
export const readBackupSchedule = statement({
  name: 'read_backup_schedule',
  takes: { times: 'text[]', timezone: 'text' },
  gives: { is_due: 'bool', may_begin: 'bool', is_running: 'bool', overdue_seconds: 'float8', age_seconds: 'float8?' },
  acrossTenants,
  sql: `
    select s.is_due, s.is_due and coalesce(b.failed_at < now() - interval '10 minutes', true) as may_begin,
      not (${isFree(locks.backup)}) as is_running,
      greatest(0, extract(epoch from now() - coalesce(due_at, wanted_since, now())))::float8 as overdue_seconds,
      extract(epoch from now() - b.completed_at)::float8 as age_seconds
    from (values (1)) as one left join scheduled_backup b on ${isPast},
      lateral (
        select min(moment) as due_at
        from unnest(:times::text[]) as t (at), generate_series(0, 1) as day,
          lateral (select ((began_at at time zone :timezone)::date + day + at::time) at time zone :timezone as moment) m
        where moment > began_at) d,
      lateral (select coalesce(due_at <= now(), true) as is_due) s`,
});

export const forgetBackupsAhead = statement({
  name: 'forget_backups_ahead',
  takes: {},
  acrossTenants,
  sql: `delete from scheduled_backup where not (${isPast})`,
});

/**
 * From now on a missing backup is overdue, although none was ever completed. If the attempt before ended with its node, this one
 * counts as failed until it is complete: a backup that kills its node must not do so again at each start.
 */
export const noteBackupBegun = statement({
  name: 'note_backup_begun',
  takes: {},
  gives: { began_at: 'timestamptz' },
  acrossTenants,
  sql: `
    with noted as (
      insert into scheduled_backup as b (attempted_at) values (now())
      on conflict (is_only) do update
        set attempted_at = now(), failed_at = case when b.attempted_at is null then b.failed_at else now() end)
    select now() as began_at`,
});

export const noteBackupCompleted = statement({
  name: 'note_backup_completed',
  takes: { began_at: 'timestamptz' },
  acrossTenants,
  sql: 'update scheduled_backup set began_at = :began_at, completed_at = now(), attempted_at = null, failed_at = null',
});

export const noteBackupFailed = statement({
  name: 'note_backup_failed',
  takes: {},
  acrossTenants,
  sql: 'update scheduled_backup set attempted_at = null, failed_at = now()',
});
