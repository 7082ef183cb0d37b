import { setTimeout } from 'node:timers/promises';
import type { Database, Tx } from '../../database/connect.ts';
import type { Queryable } from '../../database/sql.ts';
import type { TenantId, WebhookId } from '../../platform/ids.ts';
import { cancelOfStopped, cancelOfWebhook, findClaimed } from './delivery-queries.ts';
import { startPatienceMs } from './lease.ts';

// When a webhook is disabled or deleted, nothing is sent any more once the answer has left, on any node. A claim and the
// change of the webhook exclude each other (see `lanes.ts`), so after the commit there are no new claims; and who has
// claimed begins within a second, or not at all. So it is enough to wait until all claims are older than that.

const most = 1_000;
/** Somebody waits for all of them, and one statement for all could run into the time limit. */
const leftovers = 10_000;
const lookEvery = 20;

/** Cancels what waits to be sent; of a long queue the chore below does the rest. Nobody claims any of it meanwhile. */
export async function cancelPending(tx: Tx, tenantId: TenantId, webhookId: WebhookId): Promise<void> {
  await cancelOfWebhook.run(tx, { tenant_id: tenantId, webhook_id: webhookId, most });
}

/**
 * Cancels all that still waits from before a webhook was disabled, for whoever enables it again: from then on the chore leaves
 * it alone. An attempt that is still under way has a true end.
 */
export async function cancelLeftovers(tx: Tx, tenantId: TenantId, webhookId: WebhookId): Promise<void> {
  while ((await cancelOfWebhook.run(tx, { tenant_id: tenantId, webhook_id: webhookId, most: leftovers })) > 0);
}

/** Waits until no worker can begin to send to a webhook that was stopped by what has committed. */
export async function haveStopped(db: Database, tenantId: TenantId, webhookId: WebhookId): Promise<void> {
  const deadline = performance.now() + startPatienceMs;
  while (performance.now() < deadline) {
    // A database out of reach cannot be asked, but the second passes all the same.
    const isClaimed = await anyClaimed(db, tenantId, webhookId).catch(() => true);
    if (!isClaimed) return;
    await setTimeout(lookEvery);
  }
}

async function anyClaimed(db: Queryable, tenantId: TenantId, webhookId: WebhookId): Promise<boolean> {
  return (await findClaimed.first(db, { tenant_id: tenantId, webhook_id: webhookId })) !== undefined;
}

/** The chore: cancels what waits for webhooks that were disabled or deleted, however long the queue is. */
export async function cancelStopped(db: Database): Promise<void> {
  for (;;) {
    const turn = await cancelOfStopped.first(db, { most });
    if (!turn || turn.canceled < most) return;
  }
}
