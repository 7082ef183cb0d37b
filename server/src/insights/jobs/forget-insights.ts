import { forgetSaid } from '../../calls/state/call-texts.ts';
import type { Database, Tx } from '../../database/connect.ts';
import { type CallRef, callKeysOf } from '../../platform/call-ref.ts';
import { deleteInsights, deleteOldInsights, deleteOldJobs } from './queries.ts';

/** Deletes the insights, the words that were said and pending jobs of these calls. Their notes stay, and the figures that reports count stay. */
export async function forgetInsights(tx: Tx, calls: CallRef[]): Promise<void> {
  await Promise.all([deleteInsights.run(tx, callKeysOf(calls)), forgetSaid(tx, calls)]);
}

/** Functions that delete a batch of rows about old calls and return how many; `calls/listing/call-partitions.ts` calls them. */
export const forgetOldInsights = (db: Database) =>
  [deleteOldJobs, deleteOldInsights].map(
    ({ run }) =>
      (before: { month_end: Date; most: number }) =>
        run(db, before),
  );
