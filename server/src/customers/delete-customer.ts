import type { Tx } from '../database/connect.ts';
import { recordEvents } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import type { CustomerId, TenantId } from '../platform/ids.ts';
import { customerDeletedEvent } from './customer-event.ts';
import { type CustomerRow, deleteCustomer } from './queries.ts';

/** Removes the customer from its calls, which stay. */
export type LeaveCalls = (tx: Tx, tenantId: TenantId, customerId: CustomerId, which: 'ended' | 'all') => Promise<void>;

/**
 * Deletes a customer that is locked. Calls that have ended may be many, and lose their customer first, while others go on. The
 * rest follows the deletion of the row: a call that has found the customer commits before that, and one that comes later finds
 * none.
 */
export async function removeCustomer(
  tx: Tx,
  { tenantId, kind }: Pick<Caller, 'tenantId' | 'kind'>,
  customer: CustomerRow,
  leaveCalls: LeaveCalls,
) {
  const { customer_id } = customer;
  await leaveCalls(tx, tenantId, customer_id, 'ended');
  const { deleted_at } = await deleteCustomer.one(tx, { tenant_id: tenantId, customer_id });
  await leaveCalls(tx, tenantId, customer_id, 'all');
  await recordEvents(tx, tenantId, [customerDeletedEvent({ kind }, customer)]);
  return { customer_id, deleted_at };
}
