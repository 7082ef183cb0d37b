import { isUniqueViolation, type Tx } from '../database/connect.ts';
import { recordEvents } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { isStoredAs } from '../platform/is-stored-as.ts';
import { keysOf } from '../platform/keys-of.ts';
import { type Detail, duplicateExternalId } from '../platform/problem.ts';
import { customerEvent } from './customer-event.ts';
import { searchColumns } from './customer-fields.ts';
import { type CustomerRow, findByExternalIds, updateCustomer } from './queries.ts';
import type { CustomerChange } from './schema.ts';

/** Changes the fields that were sent and leaves the rest. A change that changes nothing leaves no trace. */
export async function changeCustomer(
  tx: Tx,
  { tenantId, kind }: Pick<Caller, 'tenantId' | 'kind'>,
  before: CustomerRow,
  { project_id: _, ...change }: CustomerChange,
): Promise<CustomerRow> {
  const isSame = keysOf(change).every((name) => isStoredAs(before[name], change[name]));
  if (isSame) return before;
  const after = await update(tx, tenantId, { ...before, ...change });
  await recordEvents(tx, tenantId, [customerEvent('customer.updated', { kind }, after)]);
  return after;
}

async function update(tx: Tx, tenantId: TenantId, customer: CustomerRow): Promise<CustomerRow> {
  try {
    const parameters = { tenant_id: tenantId, ...customer, ...searchColumns(tenantId, customer) };
    return await tx.savepoint(() => updateCustomer.one(tx, parameters));
  } catch (error) {
    if (!isUniqueViolation(error) || customer.external_id === null) throw error;
    const taken = await findByExternalIds.all(tx, { tenant_id: tenantId, external_ids: [customer.external_id] });
    throw duplicateExternalId({ customer_id: taken[0]?.customer_id });
  }
}

/** The fault of a change that names another project than the customer has. */
export function fixedProjectFaults(before: ProjectId, sent: ProjectId | undefined, path = ''): Detail[] {
  if (sent === undefined || sent === before) return [];
  const field = `${path}project_id`;
  const message = `${field} cannot be changed after creation. Leave it out, or send its current value.`;
  return [{ field, code: 'immutable', message }];
}
