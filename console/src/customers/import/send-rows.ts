import { ApiProblem, type Detail } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import type { One } from '../../api/types.ts';
import type { Mode } from '../../paths.ts';
import type { BulkOutcome, NewCustomer } from '../customer.ts';
import type { ImportedCustomer } from './columns.ts';

/** Small enough that the progress moves, large enough that a long list is quick. The API takes up to 500. */
const atOnce = 200;
const attempts = 3;

/** A row that was refused, and why. */
export type Rejection = { row: number; faults: Pick<Detail, 'field' | 'code'>[] };
export type ImportProgress = { sent: number; created: number; rejected: Rejection[] };
export const nothingSent: ImportProgress = { sent: 0, created: 0, rejected: [] };

type Sending = {
  mode: Mode;
  /** Makes all batches one entry of the audit log, and each batch idempotent. */
  importId: string;
  /** The progress of an earlier attempt. */
  from: ImportProgress;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
};

/** Sends the rows one batch after the other and reports the progress. Stops early when the signal aborts. */
export async function sendRows(
  customers: ImportedCustomer[],
  { mode, importId, from, signal, onProgress }: Sending,
): Promise<void> {
  let progress = from;
  while (progress.sent < customers.length && !signal.aborted) {
    const batch = customers.slice(progress.sent, progress.sent + atOnce);
    const first = progress.sent;
    const outcome = await sendBatch(batch, { mode, importId, first });
    progress = {
      sent: first + batch.length,
      created: progress.created + outcome.created,
      rejected: [
        ...progress.rejected,
        ...outcome.rejected.map((rejection) => ({ ...rejection, row: first + rejection.row })),
      ],
    };
    onProgress(progress);
  }
}

type Outcome = { created: number; rejected: Rejection[] };

type Batch = Pick<Sending, 'mode' | 'importId'> & { first: number };

async function sendBatch(customers: ImportedCustomer[], batch: Batch): Promise<Outcome> {
  try {
    // The server refuses a row without a name, like one with any other fault.
    const { data } = await sendSafely({ customers: customers as NewCustomer[] }, batch);
    return {
      created: data.created,
      rejected: data.results.flatMap(({ index, error }) => (error ? [{ row: index, faults: faultsOf(error) }] : [])),
    };
  } catch (error) {
    // None of them was created, and every fault names its row.
    if (error instanceof ApiProblem && error.status === 422)
      return { created: 0, rejected: allRejected(customers, error) };
    throw error;
  }
}

/** The idempotency key belongs to the batch: sending a batch again, even in a resumed import, creates no customer twice. */
async function sendSafely(
  body: { customers: NewCustomer[] },
  { mode, importId, first }: Batch,
): Promise<One<BulkOutcome>> {
  const headers = { 'x-trunkline-import': importId };
  const idempotencyKey = `${importId}-${first}`;
  for (let attempt = 1; ; attempt++) {
    try {
      return await request('POST', '/customers/bulk', { body }, { mode, headers, idempotencyKey });
    } catch (error) {
      const isLost = error instanceof ApiProblem && (error.status === 0 || error.status === 503);
      if (!isLost || attempt === attempts) throw error;
    }
  }
}

function allRejected(customers: ImportedCustomer[], problem: ApiProblem): Rejection[] {
  return customers.map((_, row) => {
    const details = problem.details.filter(({ field }) => field.startsWith(`customers[${row}]`));
    return { row, faults: faultsOf({ code: problem.code, details }) };
  });
}

/** The faults of the fields or, if no field is named, of the whole row. */
const faultsOf = ({ code, details }: { code: string; details: Detail[] }) =>
  details.length > 0 ? details : [{ field: '', code }];
