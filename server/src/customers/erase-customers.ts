import type { Tx } from '../database/connect.ts';
import { columnList, type Queryable, statement } from '../database/sql.ts';
import { recordEvents } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import type { CustomerId, TenantId } from '../platform/ids.ts';
import { customerDeletedEvent } from './customer-event.ts';
import { type CustomerRow, customerColumns } from './queries.ts';

export type { CustomerRow };

/** The customers of a person who is erased or exported: one, or all that have a number. */
export type SoughtCustomers = { customerId: CustomerId } | { number: string };

const takenOf = (tenantId: TenantId, sought: SoughtCustomers) => ({
  tenant_id: tenantId,
  customer_id: 'customerId' in sought ? sought.customerId : null,
  number: 'number' in sought ? sought.number : null,
});

export const customersOf = (db: Queryable, tenantId: TenantId, sought: SoughtCustomers): Promise<CustomerRow[]> =>
  findOfPerson.all(db, takenOf(tenantId, sought));

/** The same, locked. A call that has found one of them commits before this returns; a later call finds none of them. */
export const lockCustomersOf = (tx: Tx, tenantId: TenantId, sought: SoughtCustomers): Promise<CustomerRow[]> =>
  lockOfPerson.all(tx, takenOf(tenantId, sought));

/** Deletes customers that are locked. Receivers of `customer.deleted` learn their ids, and not the ids of their own system. */
export async function eraseCustomers(
  tx: Tx,
  { tenantId, kind }: Pick<Caller, 'tenantId' | 'kind'>,
  customers: CustomerRow[],
): Promise<void> {
  await deleteCustomers.run(tx, { tenant_id: tenantId, customer_ids: customers.map(({ customer_id }) => customer_id) });
  const events = customers.map((customer) => customerDeletedEvent({ kind }, { ...customer, external_id: null }));
  await recordEvents(tx, tenantId, events);
}

/** How many other customers have one of these numbers. */
export async function countSharing(
  db: Queryable,
  tenantId: TenantId,
  numbers: string[],
  customerIds: CustomerId[],
): Promise<number> {
  const { n } = await countWithNumbers.one(db, { tenant_id: tenantId, numbers, customer_ids: customerIds });
  return n;
}

/** Those of the ids that are customers now. */
export async function existingCustomers(db: Queryable, tenantId: TenantId, ids: CustomerId[]): Promise<CustomerId[]> {
  if (ids.length === 0) return [];
  const found = await findExisting.all(db, { tenant_id: tenantId, customer_ids: ids });
  return found.map(({ customer_id }) => customer_id);
}

const withNumber = (condition: string) => `
        select customer_id from customers where tenant_id = :tenant_id and tel1 ${condition} union
        select customer_id from customers where tenant_id = :tenant_id and tel2 ${condition} union
        select customer_id from customers where tenant_id = :tenant_id and tel3 ${condition}`;

/** The ids are an array, so that every plan looks them up one by one. */
const ofPerson = (name: string, lock: string) =>
  statement({
    name,
    takes: { tenant_id: 'int8', customer_id: 'int8?', number: 'text?' },
    gives: customerColumns,
    sql: `
      select ${columnList(customerColumns)} from customers
      where tenant_id = :tenant_id and customer_id = any(array(
        select :customer_id::int8 union ${withNumber('= :number')}))
      order by customer_id ${lock}`,
  });
const findOfPerson = ofPerson('find_customers_of_person', '');
const lockOfPerson = ofPerson('lock_customers_of_person', 'for update');

/** A trigger subtracts them from the counts. */
const deleteCustomers = statement({
  name: 'delete_customers_of_person',
  takes: { tenant_id: 'int8', customer_ids: 'int8[]' },
  sql: 'delete from customers where tenant_id = :tenant_id and customer_id = any(:customer_ids)',
});

const countWithNumbers = statement({
  name: 'count_customers_with_numbers',
  takes: { tenant_id: 'int8', numbers: 'text[]', customer_ids: 'int8[]' },
  gives: { n: 'int8' },
  sql: `
    select count(*) as n from (${withNumber('= any(:numbers)')}) sharing
    where customer_id <> all(:customer_ids::int8[])`,
});

const findExisting = statement({
  name: 'find_existing_customers',
  takes: { tenant_id: 'int8', customer_ids: 'int8[]' },
  gives: { customer_id: 'int8' },
  sql: 'select customer_id from customers where tenant_id = :tenant_id and customer_id = any(:customer_ids)',
});
