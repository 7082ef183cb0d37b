import type { Tx } from '../../database/connect.ts';
import { deleteOtherSessions, deleteSession, deleteSessionsOf } from './session-queries.ts';

export async function endSession(tx: Tx, tenantId: number, sessionId: number): Promise<void> {
  await deleteSession.run(tx, { tenant_id: tenantId, session_id: sessionId });
}

/** Signs an administrator out in every browser; tells of how many. */
export function endAllSessions(tx: Tx, tenantId: number, administratorId: number): Promise<number> {
  return deleteSessionsOf.run(tx, { tenant_id: tenantId, administrator_id: administratorId });
}

/** Signs an administrator out in every browser but one. */
export async function endOtherSessions(
  tx: Tx,
  tenantId: number,
  { administratorId, sessionId }: { administratorId: number; sessionId: number },
): Promise<void> {
  const key = { tenant_id: tenantId, administrator_id: administratorId, session_id: sessionId };
  await deleteOtherSessions.run(tx, key);
}
