import type { Queryable } from '../database/sql.ts';
import { deleteOldAudit } from './audit-queries.ts';

const batch = 10_000;

/** Removes what was kept for its 400 days. In batches: one statement for all would run into the time limit. */
export async function forgetAudit(db: Queryable): Promise<void> {
  while ((await deleteOldAudit.run(db, { limit: batch })) === batch);
}
