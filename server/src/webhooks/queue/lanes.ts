import { lock, lockShared, locks, tryLockShared } from '../../database/locks.ts';
import { statement } from '../../database/sql.ts';

// The queued deliveries of one webhook form a webhook queue, a lane in the code. This is how lanes are found and locked.

/**
 * Disabling or deleting a webhook, or changing its URL, takes the lane exclusively; a claim shares it. A claim takes the lock
 * before it reads the webhook, so it either sees that change, or the transaction that makes the change sees the claim.
 */
export const sharedLaneLock = tryLockShared(locks.lane('webhook_id'));

const acrossTenants = 'It reads no table, and ids of webhooks are unique over all tenants.';

/** Waits for exclusive holders, and blocks new ones until the transaction ends. */
export const shareLane = statement({
  name: 'share_lane',
  takes: { webhook_id: 'int8' },
  acrossTenants,
  sql: `select from ${lockShared(locks.lane(':webhook_id'))}`,
});

/** Returns at once if another transaction holds it exclusively. */
export const tryLane = statement({
  name: 'try_lane',
  takes: { webhook_id: 'int8' },
  gives: { is_ours: 'bool' },
  acrossTenants,
  sql: `select ${sharedLaneLock} as is_ours from (select :webhook_id::int8 as webhook_id) lane`,
});

/** Prevents claims on a webhook until the transaction ends. */
export const closeLane = statement({
  name: 'close_lane',
  takes: { webhook_id: 'int8' },
  acrossTenants,
  sql: `select from ${lock(locks.lane(':webhook_id'))}`,
});

/**
 * Steps from lane to lane through the index of queued deliveries, so the cost depends on the number of lanes and not on their
 * length: `lanes`, each with the `due_at` of its first delivery, as part of a `with recursive`.
 */
export function laneWalk(bounds?: { after: string; mostSteps: string }): string {
  return `lanes as (
      (select tenant_id, webhook_id, due_at, 1 as step from deliveries
       where status = 'pending' and is_queued ${bounds ? `and (tenant_id, webhook_id) > ${bounds.after}` : ''}
       order by tenant_id, webhook_id, due_at limit 1)
      union all
      select next.*, l.step + 1 from lanes l cross join lateral (
        select d.tenant_id, d.webhook_id, d.due_at from deliveries d
        where d.status = 'pending' and d.is_queued and (d.tenant_id, d.webhook_id) > (l.tenant_id, l.webhook_id)
        order by d.tenant_id, d.webhook_id, d.due_at limit 1) next
      ${bounds ? `where l.step < ${bounds.mostSteps}` : ''}
    )`;
}
