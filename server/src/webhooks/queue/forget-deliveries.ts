import type { Database } from '../../database/connect.ts';
import { deleteInBatches } from '../../database/delete-in-batches.ts';
import { deleteOldDeliveries, deleteOldEvents } from './delivery-queries.ts';

const batch = 5_000;

/** Deletes expired deliveries and events. The time comes from the database, which dated the deliveries. */
export async function forgetDeliveries(db: Database, now?: Date): Promise<void> {
  const at = { now: now ?? null };
  await deleteInBatches(batch, async (most) => (await deleteOldDeliveries.first(db, { ...at, most }))?.deleted ?? 0);
  await deleteInBatches(batch, (most) => deleteOldEvents.run(db, { ...at, most }));
}
