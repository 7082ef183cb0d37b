import type { Database } from '../../database/connect.ts';
import { inBatches } from '../../database/in-batches.ts';
import { transactionGroup } from '../../database/transaction-groups.ts';
import { transactionTurns } from '../../database/transaction-turns.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { present } from '../../platform/present.ts';
import { isUnavailable } from '../../platform/problem.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { type FinishedAttempt, finishAttempts, type GivenUp } from './finish-attempts.ts';

const batchSize = 500;

export type Finisher = {
  /** Resolves when it is written, or cannot be written. */
  add(finished: FinishedAttempt): Promise<void>;
  /** Writes everything that was added so far. */
  stop(): Promise<void>;
};

export function finishInBatches(db: Database, log: Logger, now: () => Date | null): Finisher {
  const inTurn = transactionTurns(db);
  const groupOf = ({ delivery }: FinishedAttempt) => transactionGroup(db, delivery.tenant_id);
  const batches = inBatches<FinishedAttempt, void>({
    most: batchSize,
    kindOf: groupOf,
    whileOutOfReach: 'wait',
    perform: async (finished) => {
      const givenUp = await inTurn(groupOf(present(finished[0])), (limits) =>
        db.transaction((tx) => finishAttempts(tx, finished), limits),
      );
      for (const webhook of givenUp) await giveUp(webhook);
      return finished.map(() => undefined);
    },
  });

  /** A bug of ours must not delay other deliveries. */
  function leaveOut({ delivery }: FinishedAttempt, error: unknown): void {
    // The node is stopping: the delivery is attempted again when its lease expires, and arrives twice rather than not at all.
    if (isUnavailable(error)) return;
    const { webhook_id, delivery_id } = delivery;
    const which = { webhook_id, delivery_id: encodeId('dlv', delivery_id) };
    log('webhook.attempt_not_saved', { err: error, ...which });
  }

  /** If disabling fails, the next failed attempt leads here again. */
  async function giveUp(webhook: GivenUp): Promise<void> {
    const { tenantId, webhookId, reason } = webhook;
    const which = { tenant_id: tenantId, webhook_id: webhookId, reason };
    try {
      if (await disableEndpoint(db, webhook, now())) log('webhook.disabled', which);
    } catch (error) {
      log('webhook.disable_failed', { err: error, ...which });
    }
  }

  return {
    add: (finished) => batches.add(finished).catch((error) => leaveOut(finished, error)),
    stop: batches.stop,
  };
}
