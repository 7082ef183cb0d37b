import type { Queryable } from '../../database/sql.ts';
import { deleteOldAttempts } from '../credentials/attempt-queries.ts';
import { deleteOldSessions } from './session-queries.ts';

/** Deletes expired sessions, and log-in attempts older than 15 minutes. */
export async function forgetSessions(db: Queryable): Promise<void> {
  await deleteOldSessions.run(db, {});
  await deleteOldAttempts.run(db, {});
}
