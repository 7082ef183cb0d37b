import type { Database, Tx } from '../../database/connect.ts';
import { type CallRef, keysOf } from '../../platform/call-ref.ts';
import { deleteInsights, deleteOldInsights, deleteOldJobs } from './queries.ts';

/** Forgets what was learned from calls, with the work that is left on them. What they count in reports stays. */
export async function forgetInsights(tx: Tx, calls: CallRef[]): Promise<void> {
  await deleteInsights.run(tx, keysOf(calls));
}

/** Each function deletes a batch of rows about old calls and returns how many; `calls/listing/call-partitions.ts` calls them. */
export const forgetOldInsights = (db: Database) =>
  [deleteOldJobs, deleteOldInsights].map(
    ({ run }) =>
      (before: { month_end: Date; most: number }) =>
        run(db, before),
  );
