import { callsOf, type FoundCall } from '../calls/state/erase-calls.ts';
import { type CustomerRow, customersOf, lockCustomersOf, type SoughtCustomers } from '../customers/erase-customers.ts';
import type { Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import type { CustomerId, TenantId } from '../platform/ids.ts';
import { digitsIn, parsePhoneNumber, writtenDigitsOf } from '../platform/phone-number.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';

// The data of a person: customers, their numbers, and calls.
//
//   a customer    the customer, its calls, and calls with its numbers that belong to no other customer
//   a number      all calls with the number, and all customers that have it, each with everything above
//
// A call whose number could not be read as E.164 is compared by the digits of its number.

/** A customer, a number in E.164, or the digits of a number that cannot be read as one. */
export type SoughtPerson = SoughtCustomers | { digits: string };

/** Reads a number as E.164; one that cannot be read names a person only if calls have it. */
export async function soughtNumber(
  db: Queryable,
  tenantId: TenantId,
  text: string,
  country: string | null,
): Promise<{ number: string } | { digits: string } | undefined> {
  const number = parsePhoneNumber(text, country);
  if (number !== undefined) return { number };
  const digits = digitsIn(text);
  const calls = digits === '' ? [] : await callsOf(db, tenantId, { ...noCalls, digits: [digits] });
  return calls.length > 0 ? { digits } : undefined;
}

const noCalls = { customerIds: [], numbers: [], ownNumbers: [], digits: [], ownDigits: [] };

export type Person = {
  customers: CustomerRow[];
  customerIds: CustomerId[];
  numbers: string[];
  calls: FoundCall[];
};

export const findPerson = async (db: Queryable, tenantId: TenantId, sought: SoughtPerson): Promise<Person> =>
  personWith(db, tenantId, sought, 'digits' in sought ? [] : await customersOf(db, tenantId, sought));

/** The same, with the customers locked: from then on no new call belongs to them. */
export const lockPerson = async (tx: Tx, tenantId: TenantId, sought: SoughtPerson): Promise<Person> =>
  personWith(tx, tenantId, sought, 'digits' in sought ? [] : await lockCustomersOf(tx, tenantId, sought));

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
  const { default_country: country } = await existingTenant(db, tenantId);
  const digitsOf = (numbers: string[]) => numbers.flatMap((number) => writtenDigitsOf(number, country));
  const calls = await callsOf(db, tenantId, {
    ...{ customerIds, numbers: given, ownNumbers, ownDigits: digitsOf(ownNumbers) },
    digits: 'digits' in sought ? [sought.digits] : digitsOf(given),
  });
  return { customers, customerIds, numbers: [...new Set([...given, ...ownNumbers])], calls };
}
