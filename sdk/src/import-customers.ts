import { ValidationError } from './errors.ts';
import type { Schemas } from './operation-types.ts';

/** A new customer, or the changes of one who is named by `external_id`. */
export type ImportedCustomer = Schemas['NewCustomers']['customers'][number];
type BulkResult = Schemas['BulkResult'];

const mostCustomers = 500;
/** The API takes 4 MiB. */
const mostBytes = 3.5 * 1024 * 1024;

/**
 * Any number of customers, in as few requests as possible. Yields the result of each, with its index among all; a customer that is
 * refused stops no other one.
 */
export async function* importCustomers(
  customers: AsyncIterable<ImportedCustomer> | Iterable<ImportedCustomer>,
  send: (customers: ImportedCustomer[]) => Promise<Schemas['BulkOutcome']>,
): AsyncGenerator<BulkResult, void, void> {
  let sent = 0;
  for await (const batch of batchesOf(customers)) {
    for (const result of await resultsOf(batch, send)) yield { ...result, index: sent + result.index };
    sent += batch.length;
  }
}

async function* batchesOf(customers: AsyncIterable<ImportedCustomer> | Iterable<ImportedCustomer>) {
  let batch: ImportedCustomer[] = [];
  let bytes = 0;
  for await (const customer of customers) {
    const size = new TextEncoder().encode(JSON.stringify(customer)).length + 1;
    if (batch.length === mostCustomers || (batch.length > 0 && bytes + size > mostBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(customer);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

async function resultsOf(
  batch: ImportedCustomer[],
  send: (customers: ImportedCustomer[]) => Promise<Schemas['BulkOutcome']>,
) {
  try {
    return (await send(batch)).results;
  } catch (error) {
    // The API answers 422 if it refused every customer, and names the index of each in the field of its faults.
    if (!(error instanceof ValidationError) || !error.details.every(({ field }) => indexOf(field) !== undefined))
      throw error;
    const { code, message, details } = error;
    return batch.map((customer, index) => ({
      ...{ index, status: 'failed' as const, customer_id: null, external_id: customer.external_id ?? null },
      error: { code, message, details: details.filter(({ field }) => indexOf(field) === index) },
    })) as BulkResult[];
  }
}

function indexOf(field: string | undefined): number | undefined {
  const index = /^customers\[(\d+)\]/.exec(field ?? '')?.[1];
  return index === undefined ? undefined : Number(index);
}
