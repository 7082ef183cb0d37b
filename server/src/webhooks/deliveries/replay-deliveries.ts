import type { Tx } from '../../database/connect.ts';
import type { TenantId } from '../../platform/ids.ts';
import { validationFailed } from '../../platform/problem.ts';
import type { WebhookRow } from '../queries.ts';
import { countReplayable, replayBatch } from '../queue/delivery-queries.ts';
import { refuseDisabled } from './retry-delivery.ts';

export type ReplayRequest = { since: Date; until: Date | null; status: 'failed' | 'all' };

/** Among the pending ones, only those that wait for a retry. */
const statuses = { failed: ['failed', 'pending'], all: ['delivered', 'failed', 'canceled', 'pending'] };

const most = 100_000;
/** One statement for all of them could exceed the statement timeout. */
const batch = 2_000;

/**
 * Sends the deliveries of a period again, and returns how many. A delivery that waits for a retry is sent now; one that has not
 * been attempted yet, or is being sent, is left out.
 */
export async function replayDeliveries(
  tx: Tx,
  tenantId: TenantId,
  webhook: WebhookRow,
  { since, until, status }: ReplayRequest,
): Promise<number> {
  refuseDisabled(webhook);
  const wanted = { tenant_id: tenantId, webhook_id: webhook.webhook_id, statuses: statuses[status], since, until };
  const counted = await countReplayable.first(tx, { ...wanted, most: most + 1 });
  if ((counted?.n ?? 0) > most) throw tooMany();

  let queued = 0;
  for (let found = batch; found === batch; ) {
    const turn = await replayBatch.first(tx, { ...wanted, most: batch });
    found = turn?.found ?? 0;
    queued += turn?.queued ?? 0;
  }
  if (queued > 0) tx.announce('deliveries');
  return queued;
}

function tooMany() {
  const message = `One request can replay at most ${most} deliveries. Choose a shorter period, then replay the next one.`;
  return validationFailed([{ field: 'since', code: 'limit_reached', message, limit: most }]);
}
