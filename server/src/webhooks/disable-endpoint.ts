import type { Database } from '../database/connect.ts';
import { statement } from '../database/sql.ts';
import type { GivenUp } from './finish-attempts.ts';
import { closeLane } from './lanes.ts';
import { clock } from './lease.ts';
import { cancelPending } from './stop-deliveries.ts';

/** Sends nothing more to an endpoint that is gone, or has been failing for too long. Tells whether it was still enabled. */
export function disableEndpoint(
  db: Database,
  { tenantId, webhookId, epoch, reason }: GivenUp,
  now: Date | null,
): Promise<boolean> {
  const webhook = { tenant_id: tenantId, webhook_id: webhookId };
  return db.transaction(async (tx) => {
    // The webhook, then its lane, then its deliveries: in this order everybody locks them.
    await lockEnabled.run(tx, webhook);
    await closeLane.run(tx, { webhook_id: webhookId });
    const disabled = await disable.run(tx, { ...webhook, epoch, reason, now });
    if (disabled > 0) await cancelPending(tx, tenantId, webhookId);
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

const disable = statement({
  name: 'disable_endpoint',
  takes: { tenant_id: 'int8', webhook_id: 'int8', epoch: 'int4', reason: 'text', now: 'timestamptz?' },
  // Somebody may have enabled it again, or moved it, or found that it works, since the attempt that gave the reason.
  sql: `
    update webhooks set is_enabled = false, disabled_reason = :reason, updated_at = ${clock}
    where tenant_id = :tenant_id and webhook_id = :webhook_id and is_enabled and deleted_at is null
      and epoch = :epoch and failing_since is not null`,
});
