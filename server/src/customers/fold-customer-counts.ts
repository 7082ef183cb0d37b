import type { Database } from '../database/connect.ts';
import { foldCounts } from './queries.ts';

/** Keeps the rows of `customer_counts` few: sums do not change, reading them gets cheaper. */
export async function foldCustomerCounts(db: Database): Promise<void> {
  await foldCounts.run(db, {});
}
