import { setTimeout } from 'node:timers/promises';
import type { Database, Tx } from '../../database/connect.ts';
import type { Queryable } from '../../database/sql.ts';
import type { TenantId, WebhookId } from '../../platform/ids.ts';
import { cancelOfStopped, cancelOfWebhook, findClaimed } from './delivery-queries.ts';
import { startPatienceMs } from './lease.ts';

// When a webhook is disabled or deleted, no node sends anything to it once the request has been answered. A claim and the
// change of the webhook exclude each other (see `webhook-queues.ts`), so there are no new claims after the commit; and a worker begins
// to send within a second of its claim, or not at all. So it is enough to wait until all claims are older than that.

const most = 1_000;
/** A request waits for all of them, and one statement for all could exceed the statement timeout. */
const leftovers = 10_000;
const lookEvery = 20;

/** Cancels pending deliveries; the chore below cancels the rest of a long queue. No worker can claim any of them meanwhile. */
export async function cancelPending(tx: Tx, tenantId: TenantId, webhookId: WebhookId): Promise<void> {
  await cancelOfWebhook.run(tx, { tenant_id: tenantId, webhook_id: webhookId, most });
}

/**
 * Cancels all deliveries still pending from before a webhook was disabled, when it is enabled again: from then on the chore
 * ignores it. An attempt that is still in progress keeps its result.
 */
export async function cancelLeftovers(tx: Tx, tenantId: TenantId, webhookId: WebhookId): Promise<void> {
  while ((await cancelOfWebhook.run(tx, { tenant_id: tenantId, webhook_id: webhookId, most: leftovers })) > 0);
}

/** Waits until no worker can begin to send to a webhook whose stop has committed. */
export async function haveStopped(db: Database, tenantId: TenantId, webhookId: WebhookId): Promise<void> {
  const deadline = performance.now() + startPatienceMs;
  while (performance.now() < deadline) {
    // If the database is unreachable, waiting a full second is enough.
    const isClaimed = await anyClaimed(db, tenantId, webhookId).catch(() => true);
    if (!isClaimed) return;
    await setTimeout(lookEvery);
  }
}

async function anyClaimed(db: Queryable, tenantId: TenantId, webhookId: WebhookId): Promise<boolean> {
  return (await findClaimed.first(db, { tenant_id: tenantId, webhook_id: webhookId })) !== undefined;
}

/** The chore: cancels pending deliveries of disabled or deleted webhooks, however long the queue is. */
export async function cancelStopped(db: Database): Promise<void> {
  for (;;) {
    const turn = await cancelOfStopped.first(db, { most });
    if (!turn || turn.canceled < most) return;
  }
}
