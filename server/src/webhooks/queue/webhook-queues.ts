import { lock, lockShared, locks, tryLockShared } from '../../database/locks.ts';
import { statement } from '../../database/sql.ts';

// The queued deliveries of one webhook form a webhook queue. This is how queues are found and locked.

// Disabling or deleting a webhook, or changing its URL, locks the queue exclusively; a claim shares it. A claim takes the lock
// before it reads the webhook, so it either sees that change, or the transaction that makes the change sees the claim.
//
// Each statement reads the webhook, because a lock belongs to the server that grants it: the one that has the tenant's rows.

const key = { tenant_id: 'int8', webhook_id: 'int8' } as const;

/** Waits for exclusive holders, and blocks new ones until the transaction ends. */
export const shareQueue = statement({
  name: 'share_webhook_queue',
  takes: key,
  sql: `
    select from webhooks w, ${lockShared(locks.webhookQueue('w.webhook_id'))}
    where w.tenant_id = :tenant_id and w.webhook_id = :webhook_id`,
});

/** Returns the webhooks whose queues are shared now: without those that another transaction holds exclusively. */
export const tryShareQueues = statement({
  name: 'try_share_webhook_queues',
  takes: { tenant_ids: 'int8[]', webhook_ids: 'int8[]' },
  gives: { webhook_id: 'int8' },
  sql: `
    select w.webhook_id from unnest(:tenant_ids::int8[], :webhook_ids::int8[]) as q (tenant_id, webhook_id)
    cross join lateral (
      select webhook_id from webhooks w where w.tenant_id = q.tenant_id and w.webhook_id = q.webhook_id limit 1) w
    where ${tryLockShared(locks.webhookQueue('w.webhook_id'))}`,
});

/** Prevents claims on a webhook until the transaction ends. */
export const lockQueue = statement({
  name: 'lock_webhook_queue',
  takes: key,
  sql: `
    select from webhooks w, ${lock(locks.webhookQueue('w.webhook_id'))}
    where w.tenant_id = :tenant_id and w.webhook_id = :webhook_id`,
});

/**
 * Steps from queue to queue through the index of queued deliveries, so the cost depends on the number of queues and not on their
 * length: `queues`, each with the `due_at` of its first delivery, as part of a `with recursive`.
 */
export function queueWalk(bounds?: { after: string; mostSteps: string }): string {
  return `queues as (
      (select tenant_id, webhook_id, due_at, 1 as step from deliveries
       where status = 'pending' and is_queued ${bounds ? `and (tenant_id, webhook_id) > ${bounds.after}` : ''}
       order by tenant_id, webhook_id, due_at limit 1)
      union all
      select next.*, l.step + 1 from queues l cross join lateral (
        select d.tenant_id, d.webhook_id, d.due_at from deliveries d
        where d.status = 'pending' and d.is_queued and (d.tenant_id, d.webhook_id) > (l.tenant_id, l.webhook_id)
        order by d.tenant_id, d.webhook_id, d.due_at limit 1) next
      ${bounds ? `where l.step < ${bounds.mostSteps}` : ''}
    )`;
}
