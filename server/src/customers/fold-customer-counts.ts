import type { Database } from '../database/connect.ts';
import { foldSomeCustomerCounts } from './queries.ts';

/** Keeps `customer_counts` small: the sums stay the same, and reading them gets cheaper. */
export async function foldCustomerCounts(db: Database): Promise<void> {
  await foldSomeCustomerCounts.run(db, {});
}
