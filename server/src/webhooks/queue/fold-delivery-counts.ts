import type { Database } from '../../database/connect.ts';
import { foldSomeDeliveryCounts } from './delivery-queries.ts';

/** Keeps `delivery_counts` small: the sums stay the same, and reading them gets cheaper. */
export async function foldDeliveryCounts(db: Database): Promise<void> {
  await foldSomeDeliveryCounts.run(db, {});
}
