import { deleteInBatches } from '../database/delete-in-batches.ts';
import type { Queryable } from '../database/sql.ts';
import { deleteOldRequests } from './queries.ts';

/** Deletes entries after 7 days. */
export async function forgetRequests(db: Queryable): Promise<void> {
  await deleteInBatches(10_000, (limit) => deleteOldRequests.run(db, { limit }));
}
