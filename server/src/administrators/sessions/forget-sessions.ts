import type { Queryable } from '../../database/sql.ts';
import { deleteOldAttempts } from '../credentials/attempt-queries.ts';
import { deleteOldSessions } from './session-queries.ts';

/** Removes what no longer counts for anything: sessions that are over, and attempts of more than 15 minutes ago. */
export async function forgetSessions(db: Queryable): Promise<void> {
  await deleteOldSessions.run(db, {});
  await deleteOldAttempts.run(db, {});
}
