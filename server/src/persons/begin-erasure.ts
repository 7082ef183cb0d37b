import { eraseCustomers } from '../customers/erase-customers.ts';
import type { Tx } from '../database/connect.ts';
import type { AuditDetails } from '../platform/audit-details.ts';
import type { Caller } from '../platform/caller.ts';
import { encodeId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import { lockPerson, type SoughtPerson } from './find-person.ts';
import { countRows } from './preview-erasure.ts';
import { type ErasureRow, insertErasure } from './queries.ts';

const mostNamed = 20;

/**
 * Deletes the customers, and commits to erase the rest: from here on nodes continue it until it is finished, whatever happens
 * to them. A call that is going on would write the person down again at its end, so there must be none.
 */
export async function beginErasure(
  tx: Tx,
  { tenantId, kind }: Pick<Caller, 'tenantId' | 'kind'>,
  sought: SoughtPerson,
  /** The email address of an administrator; null for the operator. */
  administratorEmail: string | null,
): Promise<ErasureRow> {
  const person = await lockPerson(tx, tenantId, sought);
  const open = person.calls.filter(({ is_open }) => is_open).slice(0, mostNamed);
  if (open.length > 0)
    throw callInProgress(
      sought,
      open.map(({ call_id }) => encodeId('call', call_id)),
    );
  const { erased, kept } = await countRows(tx, tenantId, person);
  const callIds = (isTest: boolean) =>
    person.calls.filter(({ is_test }) => is_test === isTest).map(({ call_id }) => call_id);
  const begun = await insertErasure.one(tx, {
    ...{ tenant_id: tenantId, requested_by: administratorEmail === null ? 'operator' : 'administrator' },
    ...{ administrator_email: administratorEmail, step: 'calls', erased, kept },
    ...{ numbers: person.numbers, customer_ids: person.customerIds },
    ...{ test_call_ids: callIds(true), live_call_ids: callIds(false) },
  });
  await eraseCustomers(tx, { tenantId, kind }, person.customers);
  return begun;
}

/** The details of the entry `person.erased` in the audit log, which does not name the person. */
export const erasureDetails = (sought: SoughtPerson): AuditDetails => ({ by: fieldOf(sought) });

const fieldOf = (sought: SoughtPerson) => ('customerId' in sought ? 'customer_id' : 'phone_number');

function callInProgress(sought: SoughtPerson, call_ids: string[]) {
  const message = 'A call with this person is in progress. Wait for its end or hang up, then try again.';
  const field = fieldOf(sought);
  return problem('call_in_progress', { details: [{ field, code: 'call_in_progress', message, call_ids }] });
}
