import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../database/connect.ts';
import { as, statement } from '../../database/sql.ts';
import type { Caller, Role, TelephonyBy } from '../../platform/caller.ts';
import { present } from '../../platform/present.ts';
import { problem } from '../../platform/problem.ts';
import { judge } from './authenticate-session.ts';

// Between the moment in which an administrator is admitted and that in which something is written he may be removed, lose his
// role or be signed out, or the operator may take the telephony to himself. So all of it is judged once more, as the first thing
// in the transaction, and stays as it is until that ends: whatever is answered later than a removal was not written by who was
// removed.
//
// Locks are taken in one order, or two would wait for each other: the tenant, where its telephony is changed, the rows of
// administrators by their ids, then sessions.

/** What changes administrators or sessions has all of the tenant's to itself; everything else shares the one it is done by. */
export type Hold = 'shared' | 'alone';

/** Gives who asks, as he stands now. */
export async function holdSession(tx: Tx, request: FastifyRequest, hold: Hold): Promise<Caller> {
  const caller = present(request.caller);
  const { administrator } = caller;
  if (!administrator) return caller;
  const { demands } = request.routeOptions.config;
  const tenant = { tenant_id: caller.tenantId };
  const [, , now] = await Promise.all([
    demands?.changesTelephony ? lockTelephony.run(tx, tenant) : undefined,
    hold === 'alone' ? lockAllAdministrators.run(tx, tenant) : undefined,
    lockSession.first(tx, { ...tenant, session_id: administrator.sessionId }),
  ]);
  if (!now) throw problem('not_signed_in');
  const standing = {
    role: now.role,
    mustChangePassword: now.must_change_password,
    telephonyBy: now.telephony_by,
  };
  const signedIn = { ...caller, administrator: { ...administrator, ...standing } };
  judge(signedIn, demands);
  return signedIn;
}

const lockSession = statement({
  name: 'lock_session',
  takes: { tenant_id: 'int8', session_id: 'int8' },
  gives: { role: as<Role>('text'), must_change_password: 'bool', telephony_by: as<TelephonyBy>('text') },
  // A key share of the session: when it was last used may be written meanwhile, its end may not.
  sql: `
    select a.role, a.must_change_password, t.telephony_by
    from sessions s join administrators a using (tenant_id, administrator_id) join tenants t using (tenant_id)
    where s.tenant_id = :tenant_id and s.session_id = :session_id and s.expires_at > now()
    for share of a for key share of s`,
});

/** Who sets it up stays so: the operator who takes it to himself waits for what is being written, or has come first. */
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
