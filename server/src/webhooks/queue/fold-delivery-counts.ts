import type { Database } from '../../database/connect.ts';
import { foldCounts } from './delivery-queries.ts';

/** Keeps the rows of `delivery_counts` few: sums do not change, reading them gets cheaper. */
export async function foldDeliveryCounts(db: Database): Promise<void> {
  await foldCounts.run(db, {});
}
