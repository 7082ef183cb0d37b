import type { Tx } from '../../database/connect.ts';
import { statement } from '../../database/sql.ts';
import type { CustomerId, TenantId } from '../../platform/ids.ts';

/** PostgreSQL updates so many calls in a fraction of the time after which it cancels a statement. */
const batchSize = 10_000;

/** Calls, test and live, keep their number and lose their customer, who is deleted in the same transaction. */
export async function leaveCustomer(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
  which: 'ended' | 'all',
): Promise<void> {
  const wanted = { tenant_id: tenantId, customer_id: customerId, is_any: which === 'all', limit: batchSize };
  for (const is_test of [true, false])
    for (;;) {
      const cleared = await clearCustomer.first(tx, { ...wanted, is_test });
      if (!cleared?.calls) break;
    }
}

/** The ids are an array, so that every plan looks them up in the index of customers. */
const clearCustomer = statement({
  name: 'clear_customer_of_calls',
  takes: { tenant_id: 'int8', is_test: 'bool', customer_id: 'int8', is_any: 'bool', limit: 'int8' },
  gives: { calls: 'int8' },
  sql: `
    with cleared as (
      update calls set customer_id = null
      where tenant_id = :tenant_id and is_test = :is_test and customer_id = :customer_id and call_id = any(array(
        select call_id from calls
        where tenant_id = :tenant_id and is_test = :is_test and customer_id = :customer_id
          and (:is_any or ended_at is not null)
        limit :limit))
      returning 1
    )
    select count(*) as calls from cleared`,
});
