import { deleteInBatches } from '../../database/delete-in-batches.ts';
import type { Queryable } from '../../database/sql.ts';
import { deleteOldAudit } from './audit-queries.ts';

/** Deletes entries after 400 days. */
export async function forgetAudit(db: Queryable): Promise<void> {
  await deleteInBatches(10_000, (limit) => deleteOldAudit.run(db, { limit }));
}
