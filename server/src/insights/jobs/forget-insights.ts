import type { Database, Tx } from '../../database/connect.ts';
import type { CallId, TenantId } from '../../platform/ids.ts';
import { deleteInsights, deleteOldInsights, deleteOldJobs } from './queries.ts';

/** Forgets what was learned from calls, with the work that is left on them. What they count in reports stays. */
export async function forgetInsights(
  tx: Tx,
  calls: { tenant_id: TenantId; is_test: boolean; call_id: CallId }[],
): Promise<void> {
  await deleteInsights.run(tx, {
    tenant_ids: calls.map(({ tenant_id }) => tenant_id),
    tests: calls.map(({ is_test }) => is_test),
    call_ids: calls.map(({ call_id }) => call_id),
  });
}

/** Each function deletes a batch of rows about old calls and returns how many; `calls/listing/call-partitions.ts` calls them. */
export const forgetOldInsights = (db: Database) =>
  [deleteOldJobs, deleteOldInsights].map(
    ({ run }) =>
      (before: { month_end: Date; most: number }) =>
        run(db, before),
  );
