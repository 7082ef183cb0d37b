import { ApiProblem, type Detail } from '../../api/problem.ts';
import { type Mode, request } from '../../api/request.ts';
import type { One } from '../../api/types.ts';
import type { BulkOutcome } from '../customer.ts';
import type { ImportedCustomer } from './columns.ts';

/** Few enough that the progress moves, many enough that a long list is quick. The API takes up to 500. */
const atOnce = 200;
const attempts = 3;

/** A row that was refused: what is wrong with which of its fields, or with all of it. */
export type Rejection = { row: number; faults: Detail[]; message: string };
export type Progress = { sent: number; created: number; rejected: Rejection[] };

type Sending = { mode: Mode; signal: AbortSignal; onProgress: (progress: Progress) => void };

/** Sends the rows one batch after the other and tells how far it is. It ends early when it is told to. */
export async function sendRows(
  customers: ImportedCustomer[],
  { mode, signal, onProgress }: Sending,
): Promise<Progress> {
  let progress: Progress = { sent: 0, created: 0, rejected: [] };
  while (progress.sent < customers.length && !signal.aborted) {
    const batch = customers.slice(progress.sent, progress.sent + atOnce);
    const outcome = await sendBatch(batch, mode);
    const first = progress.sent;
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
  return progress;
}

type Outcome = { created: number; rejected: Rejection[] };

async function sendBatch(customers: ImportedCustomer[], mode: Mode): Promise<Outcome> {
  try {
    const { data } = await sendSafely({ customers }, mode);
    return {
      created: data.created,
      rejected: data.results.flatMap(({ index, error }) =>
        error ? [{ row: index, faults: error.details, message: error.message }] : [],
      ),
    };
  } catch (error) {
    // None of them was created, and every fault names its row.
    if (error instanceof ApiProblem && error.status === 422)
      return { created: 0, rejected: allRejected(customers, error) };
    throw error;
  }
}

/** The key makes a batch whose answer was lost safe to send again: nobody is created twice. */
async function sendSafely(body: unknown, mode: Mode): Promise<One<BulkOutcome>> {
  const idempotencyKey = crypto.getRandomValues(new Uint32Array(4)).join('-');
  for (let attempt = 1; ; attempt++) {
    try {
      return await request<One<BulkOutcome>>('POST', '/customers/bulk', { body, mode, idempotencyKey });
    } catch (error) {
      const isLost = error instanceof ApiProblem && (error.status === 0 || error.status === 503);
      if (!isLost || attempt === attempts) throw error;
    }
  }
}

function allRejected(customers: ImportedCustomer[], problem: ApiProblem): Rejection[] {
  return customers.map((_, row) => {
    const faults = problem.details.filter(({ field }) => field.startsWith(`customers[${row}]`));
    return { row, faults, message: problem.message };
  });
}
