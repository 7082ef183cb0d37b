import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import { deleteNumber } from './queries.ts';
import { readNumber } from './read-number.ts';

/** Calls to this number are no longer accepted; earlier calls to it stay. */
export async function removeNumber(tx: Tx, tenantId: TenantId, text: string): Promise<string> {
  const number = await readNumber(tx, tenantId, text);
  const removed = await deleteNumber.run(tx, { tenant_id: tenantId, number });
  if (removed === 0) throw problem('not_found', { message: `The tenant ${tenantId} does not have this number.` });
  return number;
}
