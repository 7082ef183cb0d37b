import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../database/connect.ts';
import { as, statement } from '../../database/sql.ts';
import type { Caller, Role, TelephonyBy } from '../../platform/caller.ts';
import { present } from '../../platform/present.ts';
import { problem } from '../../platform/problem.ts';
import { refuseUnlessAllowed } from './authenticate-session.ts';

// After an administrator is admitted and before the request writes anything, the administrator may be removed, demoted or
// signed out, or the operator may take over the telephony. So the transaction begins by checking all of it again, and locks it
// until it ends: no write of a removed administrator commits after the removal.
//
// Locks are taken in one order, to avoid deadlock: the tenant (if its telephony changes), administrators by id, then sessions.

/**
 * Operations that change administrators or sessions lock all administrators of the tenant; all others share a lock on their
 * own.
 */
export type SessionLock = 'shared' | 'alone';

/** Returns the caller with the role and permissions it has now. */
export async function lockSession(tx: Tx, request: FastifyRequest, lock: SessionLock): Promise<Caller> {
  const caller = present(request.caller);
  const { administrator } = caller;
  if (!administrator) return caller;
  const { demands } = request.routeOptions.config;
  const tenant = { tenant_id: caller.tenantId };
  const [, , now] = await Promise.all([
    demands?.changesTelephony ? lockTelephony.run(tx, tenant) : undefined,
    lock === 'alone' ? lockAllAdministrators.run(tx, tenant) : undefined,
    lockSessionRow.first(tx, { ...tenant, session_id: administrator.sessionId }),
  ]);
  if (!now) throw problem('not_signed_in');
  const current = {
    role: now.role,
    mustChangePassword: now.must_change_password,
    telephonyBy: now.telephony_by,
  };
  // Read after the lock: a request that changes a supervisor's projects locks the administrator first.
  const projects =
    now.role === 'supervisor'
      ? (await findProjectsOf.one(tx, { ...tenant, administrator_id: administrator.administratorId })).project_ids
      : null;
  const signedIn = { ...caller, projects, administrator: { ...administrator, ...current } };
  refuseUnlessAllowed(signedIn, demands);
  return signedIn;
}

const findProjectsOf = statement({
  name: 'find_projects_of_supervisor',
  takes: { tenant_id: 'int8', administrator_id: 'int8' },
  gives: { project_ids: 'int8[]' },
  sql: `
    select array(
      select project_id from administrator_projects
      where tenant_id = :tenant_id and administrator_id = :administrator_id order by project_id) as project_ids`,
});

const lockSessionRow = statement({
  name: 'lock_session',
  takes: { tenant_id: 'int8', session_id: 'int8' },
  gives: { role: as<Role>('text'), must_change_password: 'bool', telephony_by: as<TelephonyBy>('text') },
  // `for key share` of the session: its last use may be written concurrently, but it cannot be deleted.
  sql: `
    select a.role, a.must_change_password, t.telephony_by
    from sessions s join administrators a using (tenant_id, administrator_id) join tenants t using (tenant_id)
    where s.tenant_id = :tenant_id and s.session_id = :session_id and s.expires_at > now()
    for share of a for key share of s`,
});

/** An operator who takes over the telephony waits for the writes in progress, or has committed before them. */
const lockTelephony = statement({
  name: 'lock_telephony',
  takes: { tenant_id: 'int8' },
  sql: 'select from tenants where tenant_id = :tenant_id for share',
});

const lockAllAdministrators = statement({
  name: 'lock_all_administrators',
  takes: { tenant_id: 'int8' },
  sql: 'select from administrators where tenant_id = :tenant_id order by administrator_id for update',
});
