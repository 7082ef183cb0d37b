import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../database/connect.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { type FinishedAttempt, finishAttempts, type GivenUp } from './finish-attempts.ts';

// Attempts that end while a transaction is under way are finished together in the next one: a busy node commits some
// dozens of times a second and not once for each delivery.

const batchSize = 500;
const retryAfter = 250;

export type Finisher = {
  /** Resolves when it is written, or cannot be. */
  add(finished: FinishedAttempt): Promise<void>;
  /** Writes what was added until now. */
  stop(): Promise<void>;
};

export function finishInBatches(db: Database, log: Logger, now: () => Date | null): Finisher {
  let inbox: { finished: FinishedAttempt; written: () => void }[] = [];
  let working: Promise<void> | undefined;
  let isStopping = false;

  async function work(): Promise<void> {
    await setTimeout(0); // Whatever ends in the same turn goes into the same transaction.
    while (inbox.length > 0) {
      const batch = inbox.slice(0, batchSize);
      inbox = inbox.slice(batchSize);
      await finish(batch.map(({ finished }) => finished));
      for (const { written } of batch) written();
    }
    working = undefined;
  }

  async function finish(batch: FinishedAttempt[]): Promise<void> {
    for (;;) {
      try {
        const givenUp = await db.transaction((tx) => finishAttempts(tx, batch));
        for (const webhook of givenUp) await giveUp(webhook);
        return;
      } catch (error) {
        const isOutOfReach = error instanceof Problem && error.code === 'unavailable';
        // What cannot be written is attempted again when its lease is over: it arrives twice rather than not at all.
        if (isOutOfReach && isStopping) return;
        if (isOutOfReach) await setTimeout(retryAfter);
        else if (batch.length === 1) return leaveOut(batch[0] as FinishedAttempt, error);
        else {
          for (const one of batch) await finish([one]);
          return;
        }
      }
    }
  }

  /** A defect of ours must not hold up other deliveries. */
  function leaveOut({ delivery }: FinishedAttempt, error: unknown): void {
    const { webhook_id, delivery_id } = delivery;
    const which = { webhook_id, delivery_id: encodeId('dlv', delivery_id) };
    log.error({ err: error, ...which }, 'an attempt could not be written down; it will be made again');
  }

  /** Where that fails, the next failed attempt comes to the same end. */
  async function giveUp(webhook: GivenUp): Promise<void> {
    const { tenantId, webhookId, reason } = webhook;
    const which = { tenant_id: tenantId, webhook_id: webhookId, reason };
    try {
      if (await disableEndpoint(db, webhook, now())) log.warn(which, 'a webhook was disabled');
    } catch (error) {
      log.error({ err: error, ...which }, 'a webhook that is to be disabled could not be');
    }
  }

  return {
    add(finished) {
      const { promise, resolve } = Promise.withResolvers<void>();
      inbox.push({ finished, written: resolve });
      working ??= work();
      return promise;
    },
    async stop() {
      isStopping = true;
      await working;
    },
  };
}
