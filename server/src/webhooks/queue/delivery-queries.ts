import { as, type Columns, type Row, statement } from '../../database/sql.ts';
import type { Attempt } from '../sending/attempt.ts';
import type { Sending } from '../sending/send-request.ts';
import { isClaimed, lease, startPatience } from './lease.ts';
import { queueWalk } from './webhook-queues.ts';

const columns = {
  delivery_id: 'uuid',
  event_id: 'uuid',
  event_type: 'text',
  status: 'text',
  attempts: as<Attempt[]>('jsonb'),
  next_attempt_at: 'timestamptz?',
  created_at: 'timestamptz',
} as const satisfies Columns;
const names = `delivery_id, event_id, event_type, status, attempts,
      case when status = 'pending' and not ${isClaimed} then due_at end as next_attempt_at, created_at`;
export type DeliveryRow = Row<typeof columns>;

/** A row of the list: the total comes with every row, and with a row of nulls if the page is empty. */
const item = {
  total: 'int8',
  delivery_id: 'uuid?',
  event_id: 'uuid?',
  event_type: 'text?',
  status: 'text?',
  attempts: as<Attempt[]>('jsonb?'),
  next_attempt_at: 'timestamptz?',
  created_at: 'timestamptz?',
} as const;

/**
 * The newest first. Ids are in the order of time, so a page is read from an index, starting at the nearer end, and the total
 * from the counts. A part with limit 0 is not read at all. Rows are read in one step: a plan made while the table was empty
 * would look up known ids in the wrong index.
 */
function deliveryList(name: string, condition: string) {
  return statement({
    name,
    takes: {
      tenant_id: 'int8',
      webhook_id: 'int8',
      offset: 'int8',
      limit: 'int8',
      ...((condition ? { status: 'text' } : {}) as { status: 'text' }),
    },
    gives: item,
    sql: `
    with counted as materialized (
      select coalesce(sum(n), 0)::int8 as total from delivery_counts
      where tenant_id = :tenant_id and webhook_id = :webhook_id ${condition}
    ), place as materialized (
      select greatest(total - :offset - :limit, 0) as behind, greatest(least(:limit, total - :offset), 0) as size,
        total - :offset - :limit < :offset as is_near_end
      from counted
    ), page as (
      (select ${names} from deliveries where tenant_id = :tenant_id and webhook_id = :webhook_id ${condition}
       order by delivery_id desc offset :offset limit (select case when is_near_end then 0 else size end from place))
      union all
      (select ${names} from deliveries where tenant_id = :tenant_id and webhook_id = :webhook_id ${condition}
       order by delivery_id offset (select behind from place)
       limit (select case when is_near_end then size else 0 end from place))
    )
    select counted.total, page.* from counted left join page on true order by page.delivery_id desc`,
  });
}

export const listDeliveries = deliveryList('list_deliveries', '');
export const listDeliveriesByStatus = deliveryList('list_deliveries_by_status', 'and status = :status');

// Every change of deliveries updates their number by status.
const countChange = (rows: string, from: string, to: string) => `
      insert into delivery_counts (tenant_id, webhook_id, status, n)
      select tenant_id, webhook_id, change.status, sum(change.n)
      from ${rows} cross join lateral (values (${from}, -1), (${to}, 1)) as change (status, n)
      group by 1, 2, 3 having sum(change.n) <> 0`;

/** Older deliveries may be deleted at any moment. */
const retentionDays = 30;
const isKept = `created_at > now() - interval '${retentionDays} days'`;

export const lockDelivery = statement({
  name: 'lock_delivery',
  takes: { tenant_id: 'int8', webhook_id: 'int8', delivery_id: 'uuid' },
  gives: columns,
  sql: `
    select ${names} from deliveries
    where tenant_id = :tenant_id and webhook_id = :webhook_id and delivery_id = :delivery_id and ${isKept}
    for update`,
});

/** A delivery with the request that was sent. */
export const findExchange = statement({
  name: 'find_delivery_exchange',
  takes: { tenant_id: 'int8', webhook_id: 'int8', delivery_id: 'uuid' },
  gives: {
    ...columns,
    request: as<Omit<Sending, 'body'>>('jsonb?'),
    is_test: 'bool?',
    data: 'text?',
    happened_at: 'timestamptz?',
  },
  sql: `
    select d.*, e.is_test, e.data::text as data, e.created_at as happened_at
    from (
      select ${names}, request from deliveries
      where tenant_id = :tenant_id and webhook_id = :webhook_id and delivery_id = :delivery_id and ${isKept}) d
    left join events e on e.tenant_id = :tenant_id and e.event_id = d.event_id`,
});

/**
 * Restarts the schedule of a delivery, now. A delivery that is being sent right now is left alone; the result of any earlier
 * attempt is ignored from then on. Returns no row for a test.
 */
export const restartDelivery = statement({
  name: 'restart_delivery',
  takes: { tenant_id: 'int8', webhook_id: 'int8', delivery_id: 'uuid', status: 'text' },
  gives: columns,
  sql: `
    with restarted as (
      update deliveries set status = 'pending', failures = case when ${isClaimed} then failures else 0 end,
        due_at = case when ${isClaimed} then due_at else now() end, is_queued = not ${isClaimed},
        claim = case when ${isClaimed} then claim else claim + 1 end
      where tenant_id = :tenant_id and webhook_id = :webhook_id and delivery_id = :delivery_id and not is_sample
      returning *
    ), counted as (${countChange('restarted', ':status', `'pending'`)}
    )
    select ${names} from restarted`,
});

const replayed = {
  tenant_id: 'int8',
  webhook_id: 'int8',
  statuses: 'text[]',
  since: 'timestamptz',
  until: 'timestamptz?',
  most: 'int8',
} as const;

// Each status separately, so that the index finds the few failed ones among all delivered ones. Ids are in the order of time,
// apart from clock differences between nodes.
const replayable = (lock: string) => `
      select d.* from unnest(:statuses::text[]) as wanted (status) cross join lateral (
        select ctid, tenant_id, webhook_id, delivery_id, status from deliveries
        where tenant_id = :tenant_id and webhook_id = :webhook_id and status = wanted.status
          and delivery_id >= uuid_at(greatest(:since, now() - interval '${retentionDays} days') - interval '1 minute')
          and delivery_id <= uuid_at(least(:until, now()) + interval '1 minute')
          and created_at >= :since and (:until is null or created_at < :until) and ${isKept} and not is_sample
          and (status <> 'pending' or (failures > 0 and not ${isClaimed}))
        limit :most ${lock}) d
      limit :most`;

export const countReplayable = statement({
  name: 'count_replayable_deliveries',
  takes: replayed,
  gives: { n: 'int8' },
  sql: `select count(*) as n from (${replayable('')}) d`,
});

/**
 * A row that another transaction has just rewritten is found but not queued, and keeps its count. Queued ones have no failures
 * left, so another replay does not find them again.
 */
export const replayBatch = statement({
  name: 'replay_deliveries',
  takes: replayed,
  gives: { found: 'int8', queued: 'int8' },
  sql: `
    with chosen as materialized (${replayable('for update')}
    ), queued as (
      update deliveries set status = 'pending', failures = 0, due_at = now(), is_queued = true, claim = claim + 1
      where ctid = any(array(select ctid from chosen))
      returning delivery_id
    ), changed as materialized (
      select chosen.* from chosen join queued using (delivery_id)
    ), counted as (${countChange('changed', 'changed.status', `'pending'`)}
    )
    select (select count(*) from chosen) as found, (select count(*) from changed) as queued`,
});

// Stopping: see `stop-deliveries.ts`.

export const cancelOfWebhook = statement({
  name: 'cancel_deliveries_of_webhook',
  takes: { tenant_id: 'int8', webhook_id: 'int8', most: 'int8' },
  sql: `
    with chosen as materialized (
      select ctid from deliveries
      where tenant_id = :tenant_id and webhook_id = :webhook_id and status = 'pending' and not ${isClaimed}
      limit :most for update skip locked
    ), canceled as (
      update deliveries set status = 'canceled'
      where ctid = any(array(select ctid from chosen))
      returning tenant_id, webhook_id
    )${countChange('canceled', `'pending'`, `'canceled'`)}`,
});

/**
 * A delivery that was claimed so recently that its sending may not have begun. Tests are not pending, but they are young: a
 * test is claimed only shortly after it was created.
 */
export const findClaimed = statement({
  name: 'find_claimed_delivery',
  takes: { tenant_id: 'int8', webhook_id: 'int8' },
  gives: { delivery_id: 'uuid' },
  sql: `
    with lately as materialized (
      select tenant_id, webhook_id, delivery_id, claimed_at, due_at, status from deliveries
      where status = 'pending' and not is_queued and due_at > now() + ${lease} - ${startPatience} and due_at <= now() + ${lease}
    )
    (select delivery_id from lately where tenant_id = :tenant_id and webhook_id = :webhook_id and ${isClaimed} limit 1)
    union all
    (select delivery_id from deliveries
     where tenant_id = :tenant_id and webhook_id = :webhook_id and status = 'failed'
       and delivery_id > uuid_at(now() - interval '1 minute')
       and claimed_at > now() - ${startPatience}
     limit 1)`,
});

/** Queued deliveries of stopped webhooks, and waiting ones of webhooks that were stopped recently. */
export const cancelOfStopped = statement({
  name: 'cancel_deliveries_of_stopped_webhooks',
  takes: { most: 'int8' },
  gives: { canceled: 'int8' },
  acrossTenants: 'It cancels deliveries of stopped webhooks of all tenants.',
  sql: `
    with recursive ${queueWalk()}, stopped as (
      select w.tenant_id, w.webhook_id from queues join webhooks w using (tenant_id, webhook_id)
      where w.deleted_at is not null or not w.is_enabled
      union
      select tenant_id, webhook_id from webhooks
      where (deleted_at is not null or not is_enabled) and updated_at > now() - interval '1 hour'
    ), chosen as materialized (
      select d.ctid from stopped w cross join lateral (
        select ctid from deliveries
        where tenant_id = w.tenant_id and webhook_id = w.webhook_id and status = 'pending' and not ${isClaimed}
        limit :most for update skip locked) d
      limit :most
    ), canceled as (
      update deliveries set status = 'canceled' where ctid = any(array(select ctid from chosen))
      returning tenant_id, webhook_id
    ), counted as (${countChange('canceled', `'pending'`, `'canceled'`)}
    )
    select count(*) as canceled from canceled`,
});

// Housekeeping.

export const foldSomeDeliveryCounts = statement({
  name: 'fold_delivery_counts',
  takes: {},
  acrossTenants: 'Folding changes no sum of any tenant.',
  sql: `
    with unfolded as (
      select distinct tenant_id, webhook_id, status from (
        select tenant_id, webhook_id, status from delivery_counts where not is_folded limit 10000) deltas
    ), consumed as (
      delete from delivery_counts c using unfolded u
      where (c.tenant_id, c.webhook_id, c.status) = (u.tenant_id, u.webhook_id, u.status)
      returning c.tenant_id, c.webhook_id, c.status, c.n
    )
    insert into delivery_counts (tenant_id, webhook_id, status, n, is_folded)
    select tenant_id, webhook_id, status, sum(n), true from consumed group by 1, 2, 3 having sum(n) <> 0`,
});

const oldest = `coalesce(:now, now()) - interval '${retentionDays} days'`;

/** The oldest of each webhook and status are found by id. Pending deliveries are kept. */
export const deleteOldDeliveries = statement({
  name: 'delete_old_deliveries',
  takes: { now: 'timestamptz?', most: 'int8' },
  gives: { deleted: 'int8' },
  acrossTenants: 'The deliveries of all tenants are kept for the same time.',
  sql: `
    with chosen as materialized (
      select d.ctid from webhooks w
      cross join (values ('delivered'), ('failed'), ('canceled')) as ended (status)
      cross join lateral (
        select ctid from deliveries
        where tenant_id = w.tenant_id and webhook_id = w.webhook_id and status = ended.status
          and delivery_id < uuid_at(${oldest})
        limit :most for update skip locked) d
      limit :most
    ), deleted as (
      delete from deliveries where ctid = any(array(select ctid from chosen)) returning tenant_id, webhook_id, status
    ), counted as (
      insert into delivery_counts (tenant_id, webhook_id, status, n)
      select tenant_id, webhook_id, status, -count(*) from deleted group by 1, 2, 3
    )
    select count(*) as deleted from deleted`,
});

/** An event is kept as long as a delivery of it is pending. Nodes date events, and their clocks may differ. */
export const deleteOldEvents = statement({
  name: 'delete_old_events',
  takes: { now: 'timestamptz?', most: 'int8' },
  acrossTenants: 'The events of all tenants are kept for the same time.',
  sql: `
    delete from events where ctid = any(array(
      select old.ctid from tenants t
      cross join lateral (
        select least(${oldest}, min(first.created_at)) - interval '1 hour' as kept_since
        from webhooks w cross join lateral (
          select created_at from deliveries
          where tenant_id = w.tenant_id and webhook_id = w.webhook_id and status = 'pending'
          order by delivery_id limit 1) first
        where w.tenant_id = t.tenant_id) kept
      cross join lateral (
        select ctid from events where tenant_id = t.tenant_id and event_id < uuid_at(kept_since) limit :most) old
      limit :most))`,
});
