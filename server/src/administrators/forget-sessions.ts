import type { Queryable } from '../database/sql.ts';
import { deleteOldAttempts } from './credentials/attempt-queries.ts';
import { deleteOldInvitations } from './invitation-queries.ts';
import { deleteOldSessions } from './sessions/session-queries.ts';

/** Deletes expired sessions, log-in attempts older than 15 minutes, and invitations that expired 30 days ago. */
export async function forgetSessions(db: Queryable): Promise<void> {
  await deleteOldSessions.run(db, {});
  await deleteOldAttempts.run(db, {});
  await deleteOldInvitations.run(db, {});
}
