import type { Database, Tx } from '../../database/connect.ts';
import { lock, locks, tryLock } from '../../database/locks.ts';
import { statement } from '../../database/sql.ts';
import { countedStates } from '../state/call-state.ts';
import { quartersInDay, quartersInHour, unitStartSql } from '../state/quarters.ts';
import { waitLimits, waitSums } from '../state/wait-counts.ts';

/** Keeps the unfolded changes of the counts few: sums stay the same and reading them gets cheaper. */
export async function foldCallCounts(db: Database): Promise<void> {
  for (const fold of [foldCalls, foldLabels, foldWaits]) while ((await fold(db)) === mostChanges);
}

/** Folds the changes of tags and outcomes that are committed, also if another node is folding: it waits for that node. */
export async function foldLabelCounts(db: Database): Promise<void> {
  const fold = () =>
    db.transaction(async (tx) => {
      await waitForTurn.run(tx, {});
      return foldLabelsIn(tx);
    });
  while ((await fold()) === mostChanges);
}

const foldCalls = async (db: Database) => (await foldChanges.first(db, { most: mostChanges }))?.folded;

/** Sums of a label that no call has any more are deleted, because its text may name a person. */
const foldLabels = (db: Database) => db.transaction(foldLabelsIn);

async function foldLabelsIn(tx: Tx): Promise<number> {
  const { folded, emptied } = await foldLabelChanges.one(tx, { most: mostChanges });
  if (emptied.length > 0) await deleteEmptied.run(tx, { emptied });
  return folded;
}

const waitForTurn = statement({
  name: 'wait_to_fold_counts',
  takes: {},
  acrossTenants: 'Folding changes no sum of any tenant.',
  sql: `select from ${lock(locks.callCounts)}`,
});

const foldWaits = async (db: Database) => (await foldWaitChanges.first(db, { most: mostChanges }))?.folded;

const mostChanges = 5_000;

const sums = [...countedStates, 'duration_seconds', 'staff_talk_ms', 'customer_talk_ms'];
const key = 'tenant_id, is_test, grain, staff_id, quarter, project_id, call_type';

const hourStart = unitStartSql('quarter', quartersInHour);
const dayStart = unitStartSql('quarter', quartersInDay);

/**
 * Readers of the counts see each change once: one statement moves it from one table to the other. A trigger also adds it to
 * `staff_call_counts`.
 */
const foldChanges = statement({
  name: 'fold_call_counts',
  takes: { most: 'int8' },
  gives: { folded: 'int8' },
  acrossTenants: 'Folding changes no sum of any tenant.',
  sql: `
    with turn as materialized (
      -- Without the lock, two concurrent nodes wait for each other's rows.
      select ${tryLock(locks.callCounts)} as is_ours
    ), consumed as (
      delete from call_count_changes
      where ctid = any(array(select ctid from call_count_changes where (select is_ours from turn) limit :most))
      returning *
    ), changes as (
      select tenant_id, is_test, quarter, coalesce(staff_id, 0) as staff_id, project_id, call_type,
        ${countedStates.map((state) => `case state when '${state}' then n else 0 end as ${state}`).join(',\n        ')},
        duration_seconds, staff_talk_ms, customer_talk_ms
      from consumed
    ), grains as (
      select c.*, 'quarter' as grain, 0::int8 as grain_staff_id, quarter as grain_quarter from changes c
      union all select c.*, 'hour', 0, ${hourStart} from changes c
      union all select c.*, 'day', 0, ${dayStart} from changes c
      union all select c.*, 'staff_quarter', staff_id, quarter from changes c
      union all select c.*, 'staff_hour', staff_id, ${hourStart} from changes c
      union all select c.*, 'staff_day', staff_id, ${dayStart} from changes c
    ), folded as (
      insert into call_counts (${key}, ${sums.join(', ')})
      select tenant_id, is_test, grain, grain_staff_id, grain_quarter, project_id, call_type,
        ${sums.map((name) => `sum(${name})`).join(', ')}
      from grains group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (${key}) do update set ${sums.map((name) => `${name} = call_counts.${name} + excluded.${name}`).join(', ')}
    )
    select count(*) as folded from consumed`,
});

const labelSums = [...countedStates, 'duration_seconds'];
const labelKey = 'tenant_id, is_test, grain, kind, value, quarter, project_id, call_type';

/** The same for tags and outcomes. Returns the places of the rows that count nothing now. */
const foldLabelChanges = statement({
  name: 'fold_call_label_counts',
  takes: { most: 'int8' },
  gives: { folded: 'int8', emptied: 'text[]' },
  acrossTenants: 'Folding changes no sum of any tenant.',
  sql: `
    with turn as materialized (
      select ${tryLock(locks.callCounts)} as is_ours
    ), consumed as (
      delete from call_label_changes
      where ctid = any(array(select ctid from call_label_changes where (select is_ours from turn) limit :most))
      returning *
    ), grains as (
      select c.*, 'quarter' as grain, quarter as grain_quarter from consumed c
      union all select c.*, 'day', ${dayStart} from consumed c
    ), folded as (
      insert into call_label_counts (${labelKey}, ${labelSums.join(', ')})
      select tenant_id, is_test, grain, kind, value, grain_quarter, project_id, call_type,
        ${countedStates.map((state) => `coalesce(sum(n) filter (where state = '${state}'), 0)`).join(', ')},
        sum(duration_seconds)
      from grains group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (${labelKey}) do update
      set ${labelSums.map((name) => `${name} = call_label_counts.${name} + excluded.${name}`).join(', ')}
      returning ctid::text as place, (${labelSums.join(', ')}) = (${labelSums.map(() => '0').join(', ')}) as is_empty
    )
    select (select count(*) from consumed) as folded, array(select place from folded where is_empty) as emptied`,
});

const deleteEmptied = statement({
  name: 'delete_empty_label_counts',
  takes: { emptied: 'text[]' },
  acrossTenants: 'Rows that count nothing.',
  sql: 'delete from call_label_counts where ctid = any(:emptied::text[]::tid[])',
});

const waitKey = 'tenant_id, is_test, grain, quarter, project_id';
const countOfWaits = (condition: string) => `count(*) filter (where ${condition})`;
const sumOfWaits = (ended: string) => `coalesce(sum(wait_ms) filter (where ended = '${ended}'), 0)`;

/** The same for the waits of callers. */
const foldWaitChanges = statement({
  name: 'fold_call_wait_counts',
  takes: { most: 'int8' },
  gives: { folded: 'int8' },
  acrossTenants: 'Folding changes no sum of any tenant.',
  sql: `
    with turn as materialized (
      select ${tryLock(locks.callCounts)} as is_ours
    ), consumed as (
      delete from call_wait_changes
      where ctid = any(array(select ctid from call_wait_changes where (select is_ours from turn) limit :most))
      returning *
    ), grains as (
      select c.*, 'quarter' as grain, quarter as grain_quarter from consumed c
      union all select c.*, 'hour', ${hourStart} from consumed c
    ), folded as (
      insert into call_wait_counts as kept (${waitKey}, ${waitSums.join(', ')}, longest_ms)
      select tenant_id, is_test, grain, grain_quarter, project_id,
        ${['answered', 'abandoned', 'unanswered', 'voicemail'].map((ended) => countOfWaits(`ended = '${ended}'`)).join(', ')},
        ${waitLimits.map((limit) => countOfWaits(`ended = 'answered' and wait_ms <= ${limit * 1_000}`)).join(',\n        ')},
        ${sumOfWaits('answered')}, ${sumOfWaits('abandoned')}, max(wait_ms)
      from grains group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (${waitKey}) do update set ${waitSums.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', ')},
        longest_ms = greatest(kept.longest_ms, excluded.longest_ms)
    )
    select count(*) as folded from consumed`,
});
