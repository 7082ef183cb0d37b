import type { Database } from '../database/connect.ts';
import { statement } from '../database/sql.ts';
import { clock } from './claim-deliveries.ts';
import type { GivenUp } from './finish-attempts.ts';

/** What is canceled together with the webhook; where more is waiting, a chore goes on. */
const mostAtOnce = 1_000;

/** Sends nothing more to an endpoint that is gone, or has been failing for too long. Tells whether it was still enabled. */
export function disableEndpoint(
  db: Database,
  { tenantId, webhookId, reason }: GivenUp,
  now: Date | null,
): Promise<boolean> {
  const webhook = { tenant_id: tenantId, webhook_id: webhookId };
  return db.transaction(async (tx) => {
    // The webhook, then its lane, then its deliveries: in this order everybody locks them.
    await lockEnabled.run(tx, webhook);
    await lockLaneAlone.run(tx, { webhook_id: webhookId });
    const disabled = await disable.run(tx, { ...webhook, reason, now });
    if (disabled > 0) await cancelPending.run(tx, { ...webhook, most: mostAtOnce });
    return disabled > 0;
  });
}

const lockEnabled = statement({
  name: 'lock_enabled_webhook',
  takes: { tenant_id: 'int8', webhook_id: 'int8' },
  sql: `
    select from webhooks
    where tenant_id = :tenant_id and webhook_id = :webhook_id and is_enabled and deleted_at is null for update`,
});

const lockLaneAlone = statement({
  name: 'lock_lane_alone',
  takes: { webhook_id: 'int8' },
  acrossTenants: 'It reads no table, and ids of webhooks are unique over all tenants.',
  sql: 'select from pg_advisory_xact_lock(hashint8extended(:webhook_id, 4))',
});

const disable = statement({
  name: 'disable_endpoint',
  takes: { tenant_id: 'int8', webhook_id: 'int8', reason: 'text', now: 'timestamptz?' },
  // Somebody may have enabled it again, or found that it works, since the attempt that gave the reason.
  sql: `
    update webhooks set is_enabled = false, disabled_reason = :reason, updated_at = ${clock}
    where tenant_id = :tenant_id and webhook_id = :webhook_id and is_enabled and deleted_at is null
      and failing_since is not null`,
});

const cancelPending = statement({
  name: 'cancel_pending_deliveries',
  takes: { tenant_id: 'int8', webhook_id: 'int8', most: 'int8' },
  sql: `
    with canceled as (
      update deliveries set status = 'canceled'
      where tenant_id = :tenant_id and webhook_id = :webhook_id and delivery_id = any(array(
        select delivery_id from deliveries
        where tenant_id = :tenant_id and webhook_id = :webhook_id and status = 'pending' order by due_at limit :most))
      returning status
    )
    insert into delivery_counts (tenant_id, webhook_id, status, n)
    select :tenant_id, :webhook_id, change.status, change.sign * (select count(*) from canceled)
    from (values ('pending', -1), ('canceled', 1)) as change (status, sign)
    where exists (select from canceled)`,
});
