import { lock, lockShared, locks, tryLockShared } from '../../database/locks.ts';
import { statement } from '../../database/sql.ts';

// The deliveries that are queued for one webhook are a lane. This is how lanes are found and locked.

/**
 * Whoever disables or deletes a webhook, or changes its URL, has the lane to itself; whoever claims shares it. It is had
 * before the webhook is read, so the claim either sees that change or is itself seen by those who made it.
 */
export const sharedLaneLock = tryLockShared(locks.lane('webhook_id'));

const acrossTenants = 'It reads no table, and ids of webhooks are unique over all tenants.';

/** Waits for those who have it alone, and keeps them off until the transaction ends. */
export const shareLane = statement({
  name: 'share_lane',
  takes: { webhook_id: 'int8' },
  acrossTenants,
  sql: `select from ${lockShared(locks.lane(':webhook_id'))}`,
});

/** Gives it up at once where somebody has it alone. */
export const tryLane = statement({
  name: 'try_lane',
  takes: { webhook_id: 'int8' },
  gives: { is_ours: 'bool' },
  acrossTenants,
  sql: `select ${sharedLaneLock} as is_ours from (select :webhook_id::int8 as webhook_id) lane`,
});

/** Keeps claims off a webhook until the transaction ends. */
export const closeLane = statement({
  name: 'close_lane',
  takes: { webhook_id: 'int8' },
  acrossTenants,
  sql: `select from ${lock(locks.lane(':webhook_id'))}`,
});

/**
 * Steps from lane to lane through the index of what is queued, so it costs by the number of lanes and not by what is in
 * them: `lanes`, each with the `due_at` of its first, as part of a `with recursive`.
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
