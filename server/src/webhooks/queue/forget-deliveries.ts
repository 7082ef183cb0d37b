import type { Database } from '../../database/connect.ts';
import { deleteOldDeliveries, deleteOldEvents } from './delivery-queries.ts';

const batch = 5_000;

/** Forgets deliveries and events that are too old to be kept. What time it is, the database says, which dated them. */
export async function forgetDeliveries(db: Database, now?: Date): Promise<void> {
  const turn = { now: now ?? null, most: batch };
  while ((await deleteOldDeliveries.first(db, turn))?.deleted === batch);
  while ((await deleteOldEvents.run(db, turn)) === batch);
}
