import type { Tx } from '../database/connect.ts';
import { JsonText } from '../database/sql.ts';
import { newEventId, recordEvents } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import { takeTurn } from '../platform/concurrency/pace.ts';
import type { CustomerId, EventId, TenantId } from '../platform/ids.ts';
import { present } from '../platform/present.ts';
import type { Detail, Problem } from '../platform/problem.ts';
import { duplicateExternalId, validationFailed } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { customerEvent } from './customer-event.ts';
import { createdCustomer, customerJson, searchColumns } from './customer-fields.ts';
import { type CustomerRow, findByExternalIds, insertCustomers, takeIds } from './queries.ts';
import type { NewCustomer } from './schema.ts';

export type Creation = { kind: 'created'; customer: CustomerRow } | { kind: 'refused'; why: Problem };

/** A customer to be created, with all columns that are known before the transaction, as JSON. */
export type PreparedCustomer = {
  fields: NewCustomer;
  row: string;
  /** The trace of the request; by default that of the transaction. */
  traceparent?: string | null;
};

type Wanted = PreparedCustomer & { index: number };

/** Taken before the first of several batches, by index: they rise in the order of the request. */
type Ids = { customers: CustomerId[]; events: EventId[] };

/**
 * One statement inserts up to this many customers, or this many characters of rows. While PostgreSQL works on it, the next
 * batch and the events of the previous one are prepared; smaller batches would cost PostgreSQL more than they save, and larger
 * ones block the event loop.
 */
const batchSize = 250;
const batchLength = 256 * 1024;

export function prepareCustomer(tenantId: TenantId, fields: NewCustomer): PreparedCustomer {
  return { fields, row: customerJson({ ...fields, ...searchColumns(tenantId, fields) }) };
}

/** Creates all customers that can be created; returns an outcome for each, in the given order. */
export function createCustomers(
  tx: Tx,
  caller: Pick<Caller, 'tenantId' | 'kind'>,
  wanted: NewCustomer[],
): Promise<Creation[]> {
  return createPrepared(
    tx,
    caller,
    wanted.map((fields) => prepareCustomer(caller.tenantId, fields)),
  );
}

/** The same for customers that were prepared before the transaction, because preparing many takes long. */
export async function createPrepared(
  tx: Tx,
  caller: Pick<Caller, 'tenantId' | 'kind'>,
  wanted: PreparedCustomer[],
): Promise<Creation[]> {
  const { tenantId } = caller;
  const rows = wanted.map((one, index): Wanted => ({ ...one, index }));
  const batches = inBatches(rows.sort(byExternalId));
  // A single batch gets its ids with the insertion: that saves a round trip.
  const taken = batches.length > 1 ? await takeIds.first(tx, { tenant_id: tenantId, count: wanted.length }) : undefined;
  const ids = taken && { customers: taken.customer_ids, events: wanted.map(newEventId) };
  const created = await insertBatches(tx, caller, batches, ids);

  const fieldsOfAll = wanted.map(({ fields }) => fields);
  const refusalOf = created.size < wanted.length ? await explainRefusals(tx, tenantId, fieldsOfAll) : undefined;
  return fieldsOfAll.map((fields, index) => {
    const customer = created.get(index);
    return customer ? { kind: 'created', customer } : { kind: 'refused', why: present(refusalOf?.(fields)) };
  });
}

/**
 * The same order in every request, to avoid deadlock between requests with the same external ids. Equal ids keep their order.
 */
function byExternalId({ fields: a }: Wanted, { fields: b }: Wanted): number {
  const [left, right] = [a.external_id ?? '', b.external_id ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
}

function inBatches(rows: Wanted[]): Wanted[][] {
  const batches: Wanted[][] = [];
  let batch: Wanted[] = [];
  let length = 0;
  for (const wanted of rows) {
    if (batch.length === 0 || batch.length === batchSize || length > batchLength) {
      batch = [];
      batches.push(batch);
      length = 0;
    }
    batch.push(wanted);
    length += wanted.row.length;
  }
  return batches;
}

async function insertBatches(
  tx: Tx,
  caller: Pick<Caller, 'tenantId' | 'kind'>,
  batches: Wanted[][],
  ids: Ids | undefined,
): Promise<Map<number, CustomerRow>> {
  const inserted = batches.map(async (batch) => {
    // Other requests are served in between. Turns are granted in the order of the requests for them.
    if (batches.length > 1) await takeTurn();
    return insertBatch(tx, caller, batch, ids);
  });
  try {
    return new Map((await Promise.all(inserted)).flat());
  } finally {
    // After a failure the transaction ends; nothing may be sent on its connection after that.
    await Promise.allSettled(inserted);
  }
}

/** Inserts a batch with its events, and returns the customers that were created. */
async function insertBatch(
  tx: Tx,
  { tenantId, kind }: Pick<Caller, 'tenantId' | 'kind'>,
  batch: Wanted[],
  ids: Ids = { customers: [], events: [] },
): Promise<[index: number, CustomerRow][]> {
  const rows = batch.map(
    ({ index, row }, place) =>
      `{"index":${index},"place":${place},"customer_id":${ids.customers[index] ?? null},${row.slice(1)}`,
  );
  const customers = new JsonText(`[${rows.join()}]`);
  const inserted = await insertCustomers.first(tx, { tenant_id: tenantId, customers });
  if (!inserted) throw new Error('insert_customers always gives one row.');

  const { indexes, customer_ids, created_ids, created_at } = inserted;
  const idOf = new Map(indexes.map((index, i) => [index, customer_ids[i]]));
  const isCreated = new Set<CustomerId | undefined>(created_ids);
  const created = batch.flatMap(({ index, fields, traceparent = null }) => {
    const customerId = idOf.get(index);
    return customerId !== undefined && isCreated.has(customerId)
      ? [{ index, traceparent, customer: createdCustomer(customerId, fields, created_at) }]
      : [];
  });
  // Events follow the order of the request, not that of the insertion.
  if (created.length > 1) created.sort((a, b) => a.index - b.index);
  const events = created.map(({ index, customer, traceparent }) => ({
    ...customerEvent('customer.created', { kind }, customer),
    ...{ traceparent, eventId: ids.events[index] },
  }));
  tx.alongCommit(recordEvents(tx, tenantId, events));
  return created.map(({ index, customer }) => [index, customer]);
}

/** The statement skips rows that it cannot insert, without giving the reason. */
async function explainRefusals(tx: Tx, tenantId: TenantId, wanted: NewCustomer[]) {
  const external_ids = wanted.flatMap(({ external_id }) => external_id ?? []);
  const [projects, taken] = await Promise.all([
    activeProjects(
      tx,
      tenantId,
      wanted.map(({ project_id }) => project_id),
    ),
    findByExternalIds.all(tx, { tenant_id: tenantId, external_ids }),
  ]);
  const customerOf = new Map(taken.map(({ external_id, customer_id }) => [external_id, customer_id]));
  return ({ project_id, external_id }: NewCustomer): Problem => {
    if (!projects.has(project_id)) return validationFailed([projectNotFound('project_id')]);
    const customer_id = customerOf.get(external_id ?? null);
    return duplicateExternalId(customer_id === undefined ? {} : { customer_id });
  };
}

export function projectNotFound(field: string): Detail {
  const message = `${field} must be the id of an active project of this tenant.`;
  return { field, code: 'project_not_found', message };
}
