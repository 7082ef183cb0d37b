import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { parsePhoneNumber, unreadableNumber } from '../platform/phone-number.ts';
import { validationFailed } from '../platform/problem.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';

/** Reads a number as people in the tenant's country write it, and returns E.164; or refuses. */
export async function readNumber(tx: Tx, tenantId: TenantId, text: string): Promise<string> {
  const { default_country } = await existingTenant(tx, tenantId);
  const number = parsePhoneNumber(text, default_country);
  if (number === undefined) throw validationFailed([unreadableNumber('number', default_country)]);
  return number;
}
