import type { Queryable } from '../database/sql.ts';
import type { TenantId } from '../platform/ids.ts';
import { possibleNumbers } from '../platform/phone-number.ts';
import type { Detail } from '../platform/problem.ts';
import { blockedAmong } from './clear-reasons.ts';

/** SQL condition: the tenant may call the number whose `soughtNumbers` this expression has. */
export const isNotBlocked = (numbers: string) =>
  `not exists (select from blocked_numbers b where b.tenant_id = :tenant_id and b.number = any(${numbers}))`;

/**
 * The numbers whose presence on the never-call list forbids a call. A number that is not known as E.164 is dialed as it is written, so
 * every number that it may mean counts: rather no call than one to a person who asked for none.
 */
export const soughtNumbers = ({ phone_number, e164 }: Dialed): string[] =>
  e164 === null ? possibleNumbers(phone_number) : [e164];

type Dialed = { phone_number: string; e164: string | null };

/** The fault of a call to a number on the tenant's never-call list. */
export async function blockedFaults(db: Queryable, tenantId: TenantId, dialed: Dialed): Promise<Detail[]> {
  const blocked = await blockedAmong(db, tenantId, soughtNumbers(dialed));
  const message = 'phone_number is on the never-call list of this tenant. Remove it from that list before you call it.';
  return blocked.length > 0 ? [{ field: 'phone_number', code: 'number_blocked', message }] : [];
}
