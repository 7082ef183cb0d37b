import type { Tx } from '../../database/connect.ts';
import type { AdministratorId, SessionId, TenantId } from '../../platform/ids.ts';
import { deleteOtherSessions, deleteSession, deleteSessionsOf } from './session-queries.ts';

export async function endSession(tx: Tx, tenantId: TenantId, sessionId: SessionId): Promise<void> {
  await deleteSession.run(tx, { tenant_id: tenantId, session_id: sessionId });
}

/** Signs an administrator out in every browser; returns the number of sessions. */
export function endAllSessions(tx: Tx, tenantId: TenantId, administratorId: AdministratorId): Promise<number> {
  return deleteSessionsOf.run(tx, { tenant_id: tenantId, administrator_id: administratorId });
}

/** Signs an administrator out in every browser but one; returns the number of sessions. */
export function endOtherSessions(
  tx: Tx,
  tenantId: TenantId,
  { administratorId, sessionId }: { administratorId: AdministratorId; sessionId: SessionId },
): Promise<number> {
  const key = { tenant_id: tenantId, administrator_id: administratorId, session_id: sessionId };
  return deleteOtherSessions.run(tx, key);
}
