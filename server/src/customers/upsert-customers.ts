import type { Tx } from '../database/connect.ts';
import { JsonText } from '../database/sql.ts';
import { recordEvents } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import type { CustomerId } from '../platform/ids.ts';
import { isStoredAs } from '../platform/is-stored-as.ts';
import { keysOf } from '../platform/keys-of.ts';
import { present } from '../platform/present.ts';
import { type Detail, type Problem, validationFailed } from '../platform/problem.ts';
import { fixedProjectFaults } from './change-customer.ts';
import { createPrepared, type PreparedCustomer } from './create-customers.ts';
import { customerEvent } from './customer-event.ts';
import { customerJson, searchColumns } from './customer-fields.ts';
import { type CustomerRow, lockByExternalIds, updateCustomers } from './queries.ts';
import type { CustomerChange } from './schema.ts';

/** An item of a bulk request: `prepared` if it has all that a new customer needs, and otherwise with the faults of a new one. */
export type UpsertItem = { fields: CustomerChange; prepared?: PreparedCustomer | undefined; faultsIfNew: Detail[] };
export type Upsertion = { kind: 'created' | 'updated'; customer: CustomerRow } | { kind: 'refused'; why: Problem };

type Owner = Pick<Caller, 'tenantId' | 'kind'>;
type Waiting = { index: number; item: UpsertItem };

/**
 * Creates the customers whose external ids are new, and updates the others; returns an outcome for each item, in the given order.
 * Items with one external id are applied one after the other. In each round, the next item of each id that nobody has is tried as
 * a creation; once there is a customer, all other items of its id are changes of it, which are written together.
 */
export async function upsertCustomers(tx: Tx, owner: Owner, items: UpsertItem[]): Promise<Upsertion[]> {
  const outcomes: Upsertion[] = [];
  const queues = new Map<string, Waiting[]>();
  const nameless: Waiting[] = [];
  for (const [index, item] of items.entries()) {
    const { external_id } = item.fields;
    if (external_id) queues.set(external_id, [...(queues.get(external_id) ?? []), { index, item }]);
    else nameless.push({ index, item });
  }
  const customers = await lockAll(tx, owner, [...queues.keys()]);
  for (let next = nameless; ; next = []) {
    next.push(...firstOfUnknown(queues, customers, outcomes));
    if (next.length === 0) break;
    const creations = await createPrepared(
      tx,
      owner,
      next.map(({ item }) => present(item.prepared)),
    );
    const contested: Waiting[] = [];
    for (const [i, { index, item }] of next.entries()) {
      const creation = present(creations[i]);
      const { external_id } = item.fields;
      outcomes[index] = creation;
      if (creation.kind === 'created') {
        if (external_id) customers.set(external_id, creation.customer);
      } else if (creation.why.code === 'duplicate_external_id') contested.push({ index, item });
    }
    await takeOver(tx, owner, { contested, queues, customers });
  }
  await changeAll(tx, owner, { queues, customers, outcomes });
  return outcomes;
}

async function lockAll(tx: Tx, { tenantId }: Owner, externalIds: string[]): Promise<Map<string, CustomerRow>> {
  // The same order in every request, to avoid deadlock.
  const locked = await lockByExternalIds.all(tx, { tenant_id: tenantId, external_ids: externalIds.sort() });
  return new Map(locked.map((customer) => [customer.external_id ?? '', customer]));
}

/** Takes the first item of each id without a customer that can create one; items before it are refused. */
function firstOfUnknown(
  queues: Map<string, Waiting[]>,
  customers: Map<string, CustomerRow>,
  outcomes: Upsertion[],
): Waiting[] {
  return [...queues].flatMap(([externalId, queue]) => {
    if (customers.has(externalId)) return [];
    for (let first = queue.shift(); first; first = queue.shift()) {
      if (first.item.prepared) return [first];
      outcomes[first.index] = { kind: 'refused', why: validationFailed(first.item.faultsIfNew) };
    }
    return [];
  });
}

/** Another request has just created these customers, so their items are changes now. One that is deleted again stays refused. */
async function takeOver(
  tx: Tx,
  owner: Owner,
  { contested, queues, customers }: Record<'contested', Waiting[]> & Pick<Parts, 'queues' | 'customers'>,
): Promise<void> {
  if (contested.length === 0) return;
  const locked = await lockAll(
    tx,
    owner,
    contested.map(({ item }) => item.fields.external_id ?? ''),
  );
  for (const waiting of contested) {
    const externalId = waiting.item.fields.external_id ?? '';
    const customer = locked.get(externalId);
    if (!customer) continue;
    customers.set(externalId, customer);
    queues.get(externalId)?.unshift(waiting);
  }
}

type Parts = { queues: Map<string, Waiting[]>; customers: Map<string, CustomerRow>; outcomes: Upsertion[] };

/** Applies the items that are left, in order, and writes each customer that has changed once. */
async function changeAll(tx: Tx, { tenantId, kind }: Owner, { queues, customers, outcomes }: Parts): Promise<void> {
  const changed: { before: CustomerRow; after: CustomerRow; indexes: number[] }[] = [];
  for (const [externalId, queue] of queues) {
    const before = customers.get(externalId);
    if (!before) continue;
    let after = before;
    const indexes: number[] = [];
    for (const { index, item } of queue) {
      const { project_id, ...change } = item.fields;
      const faults = fixedProjectFaults(before.project_id, project_id);
      if (faults.length > 0) {
        outcomes[index] = { kind: 'refused', why: validationFailed(faults) };
        continue;
      }
      after = { ...after, ...change };
      indexes.push(index);
    }
    for (const index of indexes) outcomes[index] = { kind: 'updated', customer: before };
    if (!isSame(before, after)) changed.push({ before, after, indexes });
  }
  if (changed.length === 0) return;

  const rows = changed.map(({ before, after }) => {
    const { created_at: _created, updated_at: _updated, project_id: _project, ...fields } = after;
    const isRenamed = (['name', 'name_kana', 'company_name'] as const).some((name) => before[name] !== after[name]);
    return customerJson({ ...fields, ...(isRenamed && searchColumns(tenantId, after)) });
  });
  const written = await updateCustomers.all(tx, {
    tenant_id: tenantId,
    customer_ids: changed.map(({ before }) => before.customer_id),
    customers: new JsonText(`[${rows.join()}]`),
  });
  const updatedAt = new Map<CustomerId, Date>(written.map(({ customer_id, updated_at }) => [customer_id, updated_at]));
  const events = changed.map(({ after, indexes }) => {
    const customer = { ...after, updated_at: present(updatedAt.get(after.customer_id)) };
    for (const index of indexes) outcomes[index] = { kind: 'updated', customer };
    return customerEvent('customer.updated', { kind }, customer);
  });
  await recordEvents(tx, tenantId, events);
}

const isSame = (before: CustomerRow, after: CustomerRow) =>
  keysOf(after).every((name) => isStoredAs(before[name], after[name]));
