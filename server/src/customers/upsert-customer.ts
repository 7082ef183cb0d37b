import type { Tx } from '../database/connect.ts';
import type { Caller } from '../platform/caller.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { changeCustomer, fixedProjectFaults } from './change-customer.ts';
import { createCustomers } from './create-customers.ts';
import { createdOf } from './customer-creator.ts';
import { type CustomerRow, lockByExternalIds } from './queries.ts';
import type { CustomerChange, NewCustomer } from './schema.ts';

export type Upserted = { kind: 'created' | 'updated'; customer: CustomerRow };

/** Another request may create or delete the customer between two steps; each round means that one of them has committed. */
const mostRounds = 10;

/** Updates the customer with this `external_id`, which may be locked already, or creates it. */
export async function upsertCustomer(
  tx: Tx,
  caller: Pick<Caller, 'tenantId' | 'kind'>,
  external_id: string,
  { change, locked }: { change: CustomerChange; locked: CustomerRow | undefined },
): Promise<Upserted> {
  let existing = locked;
  for (let round = 1; ; round++) {
    if (existing) {
      const faults = fixedProjectFaults(existing.project_id, change.project_id);
      if (faults.length > 0) throw validationFailed(faults);
      return { kind: 'updated', customer: await changeCustomer(tx, caller, existing, change) };
    }
    const [creation] = await createCustomers(tx, caller, [{ ...change, external_id } as NewCustomer]);
    if (creation?.kind === 'created') return { kind: 'created', customer: creation.customer };
    [existing] = await lockByExternalIds.all(tx, { tenant_id: caller.tenantId, external_ids: [external_id] });
    if (!existing && (round === mostRounds || isNotDuplicate(creation?.why.code)))
      return { kind: 'created', customer: createdOf(creation) }; // Throws why it was refused.
  }
}

const isNotDuplicate = (code: string | undefined) => code !== 'duplicate_external_id';

/** The fields that a new customer must have. */
export function missingFields(change: CustomerChange, path = ''): Detail[] {
  return (['project_id', 'name'] as const).flatMap((name) => {
    const field = `${path}${name}`;
    const message = `${field} is required, because no customer has this external_id yet.`;
    return change[name] === undefined ? [{ field, code: 'required', message }] : [];
  });
}
