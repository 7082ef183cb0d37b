import type { Queryable } from '../database/sql.ts';
import type { TenantId } from '../platform/ids.ts';
import type { Detail } from '../platform/problem.ts';
import { findBlockedNumber } from './queries.ts';

/** SQL condition: the tenant may call this number, an expression in E.164. */
export const isNotBlocked = (e164: string) =>
  `not exists (select from blocked_numbers b where b.tenant_id = :tenant_id and b.number = ${e164})`;

/** The fault of a call to a number on the tenant's never-call list. */
export async function blockedFaults(db: Queryable, tenantId: TenantId, e164: string | null): Promise<Detail[]> {
  const blocked = e164 === null ? undefined : await findBlockedNumber.first(db, { tenant_id: tenantId, number: e164 });
  const message = 'phone_number is on the never-call list of this tenant. Remove it from that list before you call it.';
  return blocked ? [{ field: 'phone_number', code: 'number_blocked', message }] : [];
}
