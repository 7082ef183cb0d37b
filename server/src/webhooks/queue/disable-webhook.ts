import { statement } from '../../database/sql.ts';
import { clock } from './lease.ts';

/**
 * Disables a webhook because of its endpoint, unless an administrator has changed it since the attempt that gave the reason, or
 * the endpoint has worked since. A later success does not revoke the 410 of an endpoint that is gone.
 */
export const disableWebhook = statement({
  name: 'disable_webhook',
  takes: { tenant_id: 'int8', webhook_id: 'int8', epoch: 'int4', reason: 'text', now: 'timestamptz?' },
  sql: `
    update webhooks set is_enabled = false, disabled_reason = :reason, updated_at = ${clock}
    where tenant_id = :tenant_id and webhook_id = :webhook_id and deleted_at is null and epoch = :epoch
      and (is_enabled or disabled_reason = :reason) and (failing_since is not null or :reason = 'endpoint_gone')`,
});
