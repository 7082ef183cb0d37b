import { callsOf, type FoundCall } from '../calls/state/erase-calls.ts';
import { type CustomerRow, customersOf, lockCustomersOf, type SoughtCustomers } from '../customers/erase-customers.ts';
import type { Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import type { CustomerId, TenantId } from '../platform/ids.ts';

// The data of a person: customers, their numbers, and calls.
//
//   a customer    the customer, its calls, and calls with its numbers that belong to no other customer
//   a number      all calls with the number, and all customers that have it, each with everything above

/** A customer, or a number in E.164. */
export type SoughtPerson = SoughtCustomers;

export type Person = {
  customers: CustomerRow[];
  customerIds: CustomerId[];
  numbers: string[];
  calls: FoundCall[];
};

export const findPerson = async (db: Queryable, tenantId: TenantId, sought: SoughtPerson): Promise<Person> =>
  personWith(db, tenantId, sought, await customersOf(db, tenantId, sought));

/** The same, with the customers locked: from then on no new call belongs to them. */
export const lockPerson = async (tx: Tx, tenantId: TenantId, sought: SoughtPerson): Promise<Person> =>
  personWith(tx, tenantId, sought, await lockCustomersOf(tx, tenantId, sought));

async function personWith(
  db: Queryable,
  tenantId: TenantId,
  sought: SoughtPerson,
  customers: CustomerRow[],
): Promise<Person> {
  const customerIds = customers.map(({ customer_id }) => customer_id);
  const ownNumbers = customers
    .flatMap(({ tel1, tel2, tel3 }) => [tel1, tel2, tel3])
    .filter((number) => number !== null);
  const given = 'number' in sought ? [sought.number] : [];
  const calls = await callsOf(db, tenantId, { customerIds, numbers: given, ownNumbers });
  return { customers, customerIds, numbers: [...new Set([...given, ...ownNumbers])], calls };
}
